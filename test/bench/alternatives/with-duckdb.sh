# Exports transactions to a flat CSV or Parquet file: sh with-duckdb.sh START END FILE
set -eu
sh "$(dirname "$0")/save-pages.sh" "$1" "$2" "$3.pages"
${DUCKDB:-duckdb} <<SQL
COPY (
  SELECT row.timestamp, row.orderId, row.purchaseId, row.publisherTransactionId,
    row.customerDetails.id AS customer_id, row.customerDetails.email,
    unnest(row.geolocation), unnest(row.device),
    row.offerDetails.offerId, row.offerDetails.offerName, row.offerDetails.type AS offer_type,
    to_json(row.offerDetails.products) AS products,
    unnest(row.transactionDetails)
  FROM (SELECT unnest(results) AS row FROM read_json('$3.pages/*.json'))
) TO '$3';
SQL
rm -r "$3.pages"
