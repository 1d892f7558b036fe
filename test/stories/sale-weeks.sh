# The weeks of docs/live-ops.md, as three people type them: sales over each other, sheets of one name, a plan, an agency, codes.
# Needs the variables of a service that has the price points 499 and 999, the strings "title" in en and de and "hello", and the
# coupon "autumn"; and what the agency has sent: agency.xlsx, and corrected.xlsx.
set -eu
prices() { npx publisher-commerce prices "$@"; }
translations() { npx publisher-commerce translations "$@"; }

# ends 3 COMMAND...: fails unless the command ends with this code.
ends() {
  want=$1 code=0
  shift
  "$@" || code=$?
  [ "$code" = "$want" ] || { echo "$*: ends with $code, not with $want" >&2; exit 1; }
}
# types SHEET PRICE COUNTRY OVERRIDE, as into a spreadsheet.
types() {
  awk -F, -v OFS=, -v p="$2" -v c="$3" -v o="$4" '$1 == p && $2 == c { $4 = o } { print }' "$1" > typed
  mv typed "$1"
}
# has PRICE COUNTRY OVERRIDE, or fails; with "" if it has none.
has() {
  prices pull --overrides-only --out live.csv --force --quiet
  found=$(awk -F, -v p="$1" -v c="$2" '$1 == p && $2 == c { print $4 }' live.csv)
  [ "$found" = "$3" ] || { echo "$1 $2 is '$found', and should be '$3'" >&2; exit 1; }
}

echo 'Week 1: a sale from Friday to Monday, with a correction on Saturday'
prices pull --out 'Sale Friday.csv' --quiet
types 'Sale Friday.csv' 999 DE 8.49
types 'Sale Friday.csv' 999 FR 8.49
ends 0 prices apply 'Sale Friday.csv' --yes --quiet
types 'Sale Friday.csv' 999 DE 7.99
ends 0 prices apply 'Sale Friday.csv' --yes --quiet
has 999 DE 7.99
ends 3 prices undo 'Sale Friday.csv' --yes --quiet 2> printed
eval "npx $(sed -n '/All of them:/{n;p}' printed)"
has 999 DE 9.49
has 999 FR ''

echo 'Week 2: Ann and Ben have a sheet of the same name'
mkdir ann ben shared
prices pull --out ann/sale.csv --quiet
prices pull --out ben/sale.csv --quiet
types ann/sale.csv 999 DE 8.99
cp ann/sale.csv shared/sale.csv
ends 0 prices apply shared/sale.csv --yes --quiet
types ben/sale.csv 499 FR 4.49
cp ben/sale.csv shared/sale.csv
ends 0 prices apply shared/sale.csv --yes --quiet
has 999 DE 8.99
has 499 FR 4.49
types shared/sale.csv 999 DE 7.49
ends 3 prices apply shared/sale.csv --yes --quiet
has 999 DE 8.99
ends 3 prices undo shared/sale.csv --yes --quiet
has 499 FR ''
ends 0 prices undo shared/*[Z0-9].record.jsonl --yes --quiet
has 999 DE 9.49

echo 'Week 3: a flash sale over a sale, and the sale ends first'
prices pull --out week.csv --quiet
types week.csv 999 DE 8.99
ends 0 prices apply week.csv --yes --quiet
prices pull --out flash.csv --quiet
types flash.csv 999 DE 6.99
ends 0 prices apply flash.csv --yes --quiet
ends 3 prices undo week.csv --yes --quiet
has 999 DE 6.99
ends 0 prices undo flash.csv --yes --quiet
has 999 DE 9.49

echo 'Week 4: a plan that is approved, and what a colleague does meanwhile'
prices pull --out plan.csv --quiet
types plan.csv 999 FR 8.99
ends 3 prices plan plan.csv --out plan.json --quiet
ends 0 prices apply plan.json --yes --quiet
prices pull --out colleague.csv --quiet
types colleague.csv 999 DE 9.29
ends 0 prices apply colleague.csv --yes --quiet
ends 3 prices plan plan.csv --quiet
ends 0 prices undo plan.csv --yes --quiet
has 999 FR ''
has 999 DE 9.29

echo 'Week 5: an agency translates, with the line ends of Windows'
translations pull --out back.csv --quiet
ends 0 translations check back.csv --quiet
awk '{ sub(/\r$/, ""); sub(/Laden/, "Geschäft"); printf "%s\r\n", $0 }' back.csv > typed
mv typed back.csv
ends 0 translations apply back.csv --yes --quiet
ends 0 translations apply back.csv --yes --quiet
ends 0 translations undo back.csv --yes --quiet

echo 'Week 6: an agency sends six tabs, JSON and key,value'
new='es,fr,ja,ko,pl'
ends 3 translations check agency.xlsx --base agency.xlsx --quiet > printed
grep -q 'hello es has {nombre} instead of {name}' printed
ends 2 translations apply agency.xlsx --yes --quiet
ends 3 translations apply agency.xlsx --new-locales "$new" --yes --quiet
ends 0 translations apply corrected.xlsx --new-locales "$new" --yes --quiet
ends 0 translations apply corrected.xlsx --new-locales "$new" --yes --quiet
printf '{ "title": "Geschäft" }' > de.json
ends 0 translations apply de.json --yes --quiet
printf 'key,value\ntitle,Magasin\n' > french.csv
ends 2 translations apply french.csv --yes --quiet
ends 2 translations apply french.csv --locale fr-FR --yes --quiet
ends 0 translations apply french.csv --locale fr --yes --quiet
translations pull --out live.csv --force --quiet
grep -q '^static,title,.*,Store,Geschäft,Tienda,Magasin,ストア,스토어,Sklep,' live.csv
ends 0 translations undo de.json --yes --quiet

echo 'Week 7: codes'
ends 0 npx publisher-commerce promo-codes create --coupon autumn --count 30 --prefix AUTUMN --out codes.csv --yes --quiet
ends 0 npx publisher-commerce promo-codes create --coupon autumn --out codes.csv --resume --yes --quiet
