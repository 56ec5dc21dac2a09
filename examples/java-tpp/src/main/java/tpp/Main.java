package tpp;

import bank.ApiClient;
import bank.ApiException;
import bank.ApiResponse;
import bank.api.SinglePaymentsApi;
import bank.api.SinglePaymentsApi.APIGetPaymentStatusPaymentsRequest;
import bank.api.SinglePaymentsApi.APIInitiatePaymentPaymentsRequest;
import bank.model.Amount;
import bank.model.AnyPaymentInitiation;
import bank.model.SentAccountReference;
import bank.model.SinglePaymentInitiation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.UUID;

/** A TPP in Java: initiates a payment and reads its status with a client that is generated from the description of the bank. */
public final class Main {
  private static final String PRODUCT = "norwegian-domestic-credit-transfers";
  private static final String FIXES = "amount-as-string,payment-status-before-approval";
  private static final String SESSION = "java-tpp";
  private static final URI BACK = URI.create("https://tpp.example/back?state=af0ifjsldkj");

  private final ApiClient client = new ApiClient();
  private final SinglePaymentsApi payments;

  private Main(String address, Signer signer) {
    client.updateBaseUri(address);
    client.setRequestInterceptor(signer);
    payments = new SinglePaymentsApi(client);
  }

  public static void main(String[] args) throws Exception {
    var files = System.getenv();
    var signer = new Signer(Path.of(files.get("TPP_CERT")), Path.of(files.get("TPP_KEY")));
    var tpp = new Main(files.get("GATEWAY_URL"), signer);
    try {
      tpp.readStatus(tpp.initiate());
    } catch (ApiException refused) {
      System.err.println("error: " + refused.getCode() + " " + refused.getResponseBody());
      System.exit(1);
    }
  }

  /** Makes the payment for a PSU whom the bank has not met yet. */
  private String initiate() throws ApiException, IOException {
    var payment = new SinglePaymentInitiation()
        .instructedAmount(new Amount().amount("125.50").currency(Amount.CurrencyEnum.NOK))
        .creditorName("Kari Kreditor")
        .creditorAccount(account("97104133219"))
        .debtorAccount(account("86011117947"))
        .remittanceInformationUnstructured("Invoice 4711");
    var made = payments.initiatePaymentPaymentsWithHttpInfo(
        APIInitiatePaymentPaymentsRequest.newBuilder()
            .paymentProduct(PRODUCT)
            .xAcceptFix(FIXES)
            .xRequestID(UUID.randomUUID().toString())
            .tpPSessionID(SESSION)
            .tpPRedirectURI(BACK)
            .psUContext("PRIVATE")
            .psUIPAddress("192.0.2.7")
            .anyPaymentInitiation(new AnyPaymentInitiation(payment))
            .build());
    print("POST /v1/payments/" + PRODUCT, made);
    return made.getData().getPaymentId();
  }

  private void readStatus(String paymentId) throws ApiException, IOException {
    var read = payments.getPaymentStatusPaymentsWithHttpInfo(
        APIGetPaymentStatusPaymentsRequest.newBuilder()
            .paymentProduct(PRODUCT)
            .paymentId(paymentId)
            .xAcceptFix(FIXES)
            .xRequestID(UUID.randomUUID().toString())
            .tpPSessionID(SESSION)
            .tpPRedirectURI(BACK)
            .build());
    print("GET /v1/payments/" + PRODUCT + "/" + paymentId + "/status", read);
  }

  private static SentAccountReference account(String number) {
    return new SentAccountReference().bban(number).currency(SentAccountReference.CurrencyEnum.NOK);
  }

  /** Prints a call, its status and the answer as the client understood it. */
  private void print(String call, ApiResponse<?> answer) throws IOException {
    System.out.println(call + " -> " + answer.getStatusCode());
    System.out.println(client.getObjectMapper().writeValueAsString(answer.getData()));
  }
}
