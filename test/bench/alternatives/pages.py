import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen


def read_pages(start, end):
    """The rows of each page of transactions."""
    address = os.environ["PUBLISHER_BASE_URL"] + "/reporting/financial-data/transactions?"
    headers = {"x-publisher-token": os.environ["PUBLISHER_TOKEN"]}
    query = {"startDate": start, "endDate": end, "limit": 10000}
    while True:
        with urlopen(Request(address + urlencode(query), headers=headers), timeout=60) as response:
            page = json.load(response)
        yield page["results"]
        if not page["nextCursor"]:
            return
        query["cursor"] = page["nextCursor"]
