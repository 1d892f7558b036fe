# Saves pages of transactions in a folder: sh save-pages.sh START END FOLDER
set -eu
mkdir -p "$3"
number=1000 cursor=
while [ $number = 1000 ] || [ -n "$cursor" ]; do
  page=$3/$number.json
  curl -fsS --get "$PUBLISHER_BASE_URL/reporting/financial-data/transactions" \
    -H "x-publisher-token: $PUBLISHER_TOKEN" \
    --data-urlencode "startDate=$1" --data-urlencode "endDate=$2" -d limit=10000 \
    ${cursor:+--data-urlencode "cursor=$cursor"} -o "$page"
  cursor=$(LC_ALL=C grep -ao '"nextCursor":"[^"]*"' "$page" | cut -d '"' -f 4)
  number=$((number + 1))
done
