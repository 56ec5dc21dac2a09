// A TPP in Go: initiates a payment and reads its status with a client that oapi-codegen generates from the
// description of the bank.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"nordgate.local/go-tpp/bank"
)

//go:generate go tool oapi-codegen -config oapi-codegen.yaml openapi.json

const product = bank.InitiatePaymentPaymentsParamsPaymentProduct("norwegian-domestic-credit-transfers")

func main() {
	if err := pay(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func pay(ctx context.Context) error {
	signer, err := NewSigner(os.Getenv("TPP_CERT"), os.Getenv("TPP_KEY"))
	if err != nil {
		return err
	}
	client, err := bank.NewClientWithResponses(os.Getenv("GATEWAY_URL"), bank.WithRequestEditorFn(signer.Sign))
	if err != nil {
		return err
	}
	paymentID, err := initiate(ctx, client)
	if err != nil {
		return err
	}
	return readStatus(ctx, client, paymentID)
}

const (
	fixes    = "amount-as-string,payment-status-before-approval"
	redirect = "https://tpp.example/back?state=af0ifjsldkj"
)

var session = "go-tpp"

// initiate makes the payment for a PSU whom the bank has not met yet.
func initiate(ctx context.Context, client *bank.ClientWithResponses) (string, error) {
	text := "Invoice 4711"
	var body bank.AnyPaymentInitiation
	err := body.FromSinglePaymentInitiation(bank.SinglePaymentInitiation{
		InstructedAmount:                  bank.Amount{Amount: "125.50", Currency: "NOK"},
		CreditorName:                      "Kari Kreditor",
		CreditorAccount:                   account("97104133219"),
		DebtorAccount:                     account("86011117947"),
		RemittanceInformationUnstructured: &text,
	})
	if err != nil {
		return "", err
	}
	person := bank.InitiatePaymentPaymentsParamsPSUContext("PRIVATE")
	answer, err := client.InitiatePaymentPaymentsWithResponse(ctx, product, &bank.InitiatePaymentPaymentsParams{
		XAcceptFix:     fixes,
		XRequestID:     rand.Text(),
		TPPSessionID:   &session,
		TPPRedirectURI: redirect,
		PSUContext:     &person,
		PSUIPAddress:   "192.0.2.7",
	}, body)
	if err != nil {
		return "", err
	}
	if answer.JSON201 == nil {
		return "", refused(answer.HTTPResponse, answer.Body)
	}
	return answer.JSON201.PaymentId, printed(answer.HTTPResponse, answer.JSON201)
}

func account(bban string) bank.SentAccountReference {
	return bank.SentAccountReference{Bban: &bban, Currency: "NOK"}
}

func readStatus(ctx context.Context, client *bank.ClientWithResponses, paymentID string) error {
	accepted := fixes
	answer, err := client.GetPaymentStatusPaymentsWithResponse(ctx,
		bank.GetPaymentStatusPaymentsParamsPaymentProduct(product), paymentID,
		&bank.GetPaymentStatusPaymentsParams{
			XAcceptFix:     &accepted,
			XRequestID:     rand.Text(),
			TPPSessionID:   &session,
			TPPRedirectURI: redirect,
		})
	if err != nil {
		return err
	}
	if answer.JSON200 == nil {
		return refused(answer.HTTPResponse, answer.Body)
	}
	return printed(answer.HTTPResponse, answer.JSON200)
}

// printed prints a call, its status and the answer as the client understood it.
func printed(response *http.Response, answer any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	request := response.Request
	fmt.Printf("%s %s -> %d\n%s\n", request.Method, request.URL.Path, response.StatusCode, text)
	return nil
}

func refused(response *http.Response, body []byte) error {
	request := response.Request
	return fmt.Errorf("%s %s -> %s\n%s", request.Method, request.URL.Path, response.Status, body)
}
