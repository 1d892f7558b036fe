/**
 * A transaction as a flat row; {@link ledgerColumns} describes each field. Decimals are exact strings in major units,
 * and fields with the suffix `_minor` are integers in the smallest unit, US cents for `_usd_minor`.
 */
export interface LedgerRow {
  readonly timestamp: string;
  readonly type: string;
  readonly transaction_id: string;
  readonly order_id: string | null;
  readonly purchase_id: string | null;
  readonly publisher_transaction_id: string | null;
  readonly currency_code: string;
  readonly currency_symbol: string | null;
  /** `null` if `currency_code` is not in ISO 4217. */
  readonly amount: string | null;
  readonly amount_minor: number;
  readonly amount_usd: string;
  readonly amount_usd_minor: number;
  /** `null` if `currency_code` is not in ISO 4217. */
  readonly total_tax_amount: string | null;
  readonly total_tax_amount_minor: number;
  readonly total_tax_amount_usd: string;
  readonly total_tax_amount_usd_minor: number;
  readonly currency_exchange_cost_usd: string;
  readonly currency_exchange_cost_usd_minor: number;
  readonly chargeback_fee_usd: string;
  readonly chargeback_fee_usd_minor: number;
  readonly transaction_fee_usd: string;
  readonly transaction_fee_usd_minor: number;
  readonly publisher_net_amount_usd: string;
  readonly publisher_net_amount_usd_minor: number;
  readonly payment_method: string | null;
  readonly customer_id: string | null;
  readonly customer_email: string | null;
  readonly country_code: string | null;
  readonly player_ip: string | null;
  readonly region: string | null;
  readonly ip_address: string | null;
  readonly zip_code: string | null;
  readonly os_type: string | null;
  readonly os_version: string | null;
  readonly browser_type: string | null;
  readonly browser_version: string | null;
  readonly offer_id: string | null;
  readonly offer_name: string | null;
  readonly offer_type: string | null;
  /** JSON. */
  readonly products: string | null;
}
