import { Type } from 'class-transformer';
import {
  IsIn,
  IsISO8601,
  IsNotEmpty,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';

const iban = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const amount = /^[0-9]{1,14}(\.[0-9]{1,2})?$/;

class Account {
  @Matches(iban) iban!: string;
  @IsOptional() @Length(3, 3) currency?: string;
}

class Amount {
  @Matches(amount) amount!: string;
  @Length(3, 3) currency!: string;
}

class Address {
  @IsOptional() @IsString() @MaxLength(70) streetName?: string;
  @IsOptional() @IsString() @MaxLength(16) buildingNumber?: string;
  @IsOptional() @IsString() @MaxLength(35) townName?: string;
  @IsOptional() @IsString() @MaxLength(16) postCode?: string;
  @Length(2, 2) country!: string;
}

/** The body of a payment as the peer takes it, checked by class-validator. */
export class PaymentBody {
  @IsNotEmpty() @MaxLength(35) endToEndIdentification!: string;
  @ValidateNested() @Type(() => Account) debtorAccount!: Account;
  @ValidateNested() @Type(() => Account) creditorAccount!: Account;
  @ValidateNested() @Type(() => Amount) instructedAmount!: Amount;
  @IsNotEmpty() @MaxLength(70) creditorName!: string;
  @ValidateNested() @Type(() => Address) creditorAddress!: Address;
  @IsOptional() @MaxLength(140) remittanceInformationUnstructured?: string;
  @IsOptional() @IsISO8601() requestedExecutionDate?: string;
  @IsOptional() @IsIn(['SHAR', 'DEBT', 'CRED']) chargeBearer?: string;
  @IsOptional() @MaxLength(140) ultimateDebtor?: string;
}

/** A body of about 660 bytes that the peer accepts. */
export const peerPayment = {
  endToEndIdentification: 'E2E-000000000001',
  debtorAccount: { iban: 'DE40100100103307118608', currency: 'EUR' },
  creditorAccount: { iban: 'DE02100100109307118603', currency: 'EUR' },
  instructedAmount: { amount: '123.50', currency: 'EUR' },
  creditorName: 'Merchant 123 GmbH und Co KG',
  creditorAddress: {
    streetName: 'Rue de la Loi',
    buildingNumber: '89',
    townName: 'Bruxelles',
    postCode: '1000',
    country: 'BE',
  },
  remittanceInformationUnstructured:
    'Invoice 2026-11-00001 for the goods delivered in November, thank you for buying from us',
  requestedExecutionDate: '2026-11-30',
  chargeBearer: 'SHAR',
  ultimateDebtor: 'Somebody Who Pays For Another, 12345 Hometown',
};
