# Exports transactions to a flat CSV or to JSON lines: sh with-jq.sh START END FILE
set -eu
sh "$(dirname "$0")/save-pages.sh" "$1" "$2" "$3.pages"
case $3 in
  *.csv)
    columns='.timestamp, .orderId, .purchaseId, .publisherTransactionId,
      .customerDetails.id, .customerDetails.email,
      .geolocation.countryCode2, .geolocation.region, .geolocation.ipAddress, .geolocation.zipCode,
      .device.osType, .device.osVersion, .device.browserType, .device.browserVersion,
      .offerDetails.offerId, .offerDetails.offerName, .offerDetails.type, .offerDetails.products,
      .transactionDetails.id, .transactionDetails.type,
      .transactionDetails.amount, .transactionDetails.amountUsd,
      .transactionDetails.totalTaxAmount, .transactionDetails.totalTaxAmountUsd,
      .transactionDetails.currencyExchangeCostUsd, .transactionDetails.chargebackFeeUsd,
      .transactionDetails.transactionFeeUsd, .transactionDetails.publisherNetAmountUsd,
      .transactionDetails.currencyCode, .transactionDetails.currencySymbol,
      .transactionDetails.paymentMethod'
    echo "$columns" | tr -d ' \n' | sed 's/^\.//; s/,\./,/g' > "$3"
    echo >> "$3"
    jq -r ".results[] | [$columns] | map(if type == \"array\" then tojson else . end) | @csv" \
      "$3.pages"/*.json >> "$3"
    ;;
  *)
    jq -c '.results[]' "$3.pages"/*.json > "$3"
    ;;
esac
rm -r "$3.pages"
