// Written by `npm run docs:descriptions` from the docstrings of the contract and of the client's methods.
import type { OperationDoc, TypeDoc } from './doc.ts';

/** Sub-clients by name. */
export const tagDocs: Readonly<Record<string, string>> = {
  checkout: 'Checkout sessions (§4.15).',
  content: 'Portal content and its translations (§4.2, §4.3).',
  offers: 'Offers (§4.13).',
  personalization: 'Real-time refresh of what players see in the web store (§4.11, §4.12).',
  pricePoints: 'Base prices and the localized prices calculated from them (§4.4–§4.8).',
  promoCodes: 'Promo codes of a coupon (§4.10).',
  transactions: 'Financial transactions: orders, refunds and disputes (§4.1).',
  translations: 'Translations of the store (§4.9, §4.6a).',
};

/** Operations by name. */
export const operationDocs: Readonly<Record<string, OperationDoc>> = {
  'checkout.createSession': {
    id: 'createCheckoutSession',
    description: 'Creates a checkout session for a purchase; redirect the player to its `parsedUrl` (§4.15).',
    body: 'CheckoutSessionCreate',
    output: 'CheckoutSession',
  },
  'content.get': {
    id: 'getContent',
    description: 'Returns a content item with all its translations (§4.2).',
    params: 'ContentParams',
    output: 'ContentItem',
  },
  'content.upsertTranslation': {
    id: 'upsertContentTranslation',
    description:
      'Creates or updates the translation for one locale; other locales and fields are unchanged (§4.3).',
    params: 'ContentTranslationParams',
    body: 'ContentTranslationInput',
    output: 'ContentItem',
  },
  'offers.getPage': {
    id: 'getOffers',
    description: 'Returns one page of offers; the default page size of the service is 100 (§4.13).',
    query: 'OfferQuery',
    output: 'OfferReport',
  },
  'personalization.refreshActivePlayers': {
    id: 'refreshActivePlayers',
    description: 'Refreshes the web store for every player who is currently browsing it (§4.11).',
    output: 'PersonalizationTrigger',
  },
  'personalization.refreshSpecificActivePlayers': {
    id: 'refreshSpecificActivePlayers',
    description:
      'Refreshes the web store for those of the given players who are currently browsing it (§4.12).',
    body: 'PlayerIds',
    output: 'PersonalizationTrigger',
  },
  'pricePoints.create': {
    id: 'createPricePoint',
    description: 'Creates a price point and its localized prices (§4.4).',
    body: 'PricePointCreate',
    output: 'PricePoint',
  },
  'pricePoints.list': {
    id: 'listPricePoints',
    description: 'Returns all price points, without their localized prices (§4.5).',
    output: 'PricePointList',
  },
  'pricePoints.get': {
    id: 'getPricePoint',
    description: "Returns a price point with its localized prices and today's `realTimePrice` (§4.6).",
    params: 'PricePointParams',
    output: 'PricePoint',
  },
  'pricePoints.update': {
    id: 'updatePricePoint',
    description:
      'Changes the base price, sets overrides, or both; localized prices are recalculated first, then overridden (§4.7).',
    params: 'PricePointParams',
    body: 'PricePointUpdate',
    output: 'PricePoint',
  },
  'pricePoints.delete': {
    id: 'deletePricePoint',
    description: 'Deletes a price point and returns the deleted price point (§4.8).',
    params: 'PricePointParams',
    output: 'PricePoint',
  },
  'promoCodes.create': {
    id: 'createPromoCodes',
    description: 'Creates promo codes for a coupon (§4.10).',
    params: 'PromoCodesParams',
    body: 'PromoCodesCreate',
    output: 'PromoCodeList',
  },
  'transactions.getPage': {
    id: 'getTransactions',
    description: 'Returns one page of transactions; the default page size of the service is 10 rows (§4.1).',
    query: 'TransactionQuery',
    output: 'TransactionReport',
  },
  'translations.get': {
    id: 'getTranslations',
    description:
      'Returns all translations, or those of one locale with English where a translation is missing (§4.9).',
    query: 'TranslationQuery',
    output: 'TranslationSet',
  },
  'translations.set': {
    id: 'setTranslations',
    description:
      'Adds or updates translations in one request of at most 100 KB and returns the full set (§4.6a, §8).',
    body: 'TranslationSetInput',
    output: 'TranslationSet',
  },
};

/** Types of requests and responses by name. */
export const typeDocs: Readonly<Record<string, TypeDoc>> = {
  CheckoutSessionCreate: {
    description: 'A purchase to create a checkout session for (§4.15).',
    fields: {
      priceDetails: {
        description:
          'Price and currency. The unit of `price` is not documented: ask the service before you go live.',
        type: 'CheckoutPriceDetails',
      },
      offer: { description: 'The offer that is sold.', type: 'CheckoutOffer' },
      customer: { description: 'The player who buys.', type: 'CheckoutCustomer' },
      items: { description: 'Items in the offer.', type: 'CheckoutItem' },
      countryCode2: {
        description: 'ISO 3166-1 alpha-2 country code, for tax.',
        defaultValue: "the country of the player's IP address",
      },
      receiptMetadata: {
        description: 'Language of the receipt; its translations must be configured in advance.',
        type: 'ReceiptMetadata',
      },
      sessionMetadata: { description: "Free-form data about the player's session." },
      attributes: { description: 'Tags for player segmentation and A/B testing.' },
      redirectUrl: { description: 'Deep link back to the game; not used with the Payment Links SDK.' },
    },
  },
  CheckoutPriceDetails: {
    description: 'The price of a purchase (§4.15).',
    fields: {
      price: { description: 'Price. Its unit is not documented: ask the service before you go live.' },
      currency: { description: 'Currency of the price; its format is not documented.' },
    },
  },
  CheckoutOffer: {
    description: 'The offer that a checkout session sells (§4.15).',
    fields: {
      name: { description: 'Name of the offer.' },
      sku: { description: 'Your SKU of the offer.' },
      displayName: { description: 'Name as displayed to the player.' },
      pricePointMetadata: { description: 'Price point metadata, a number; its meaning is not documented.' },
    },
  },
  CheckoutCustomer: {
    description: 'The player who buys (§4.15).',
    fields: {
      id: { description: 'Your id of the player.' },
      email: { description: 'E-mail address.' },
      identitySignals: { description: 'Signals that help to identify the player.', type: 'IdentitySignals' },
    },
  },
  IdentitySignals: {
    description: 'Signals that help to identify a player (§4.15).',
    fields: { firstSeenAt: { description: 'When the player was first seen.' } },
  },
  CheckoutItem: {
    description: 'An item in the offer (§4.15).',
    fields: {
      name: { description: 'Name of the item.' },
      sku: { description: 'Your SKU of the item.' },
      quantity: { description: 'Quantity in the purchase.' },
      assetUrl: { description: 'Image URL.' },
      quantityDisplay: { description: 'Quantity as displayed to the player.' },
      displayName: { description: 'Name as displayed to the player.' },
    },
  },
  ReceiptMetadata: {
    description: 'How to write the receipt of a purchase (§4.15).',
    fields: {
      locale: { description: 'Locale code of the receipt; its translations must be configured in advance.' },
    },
  },
  CheckoutSession: {
    description: 'A checkout session (§2.7).',
    fields: {
      checkoutSessionToken: { description: 'Token of the session; also used to cancel it.' },
      purchaseId: { description: 'Purchase id; transactions have the same one.' },
      url: { description: 'Older form of `parsedUrl`.', deprecated: true },
      parsedUrl: { description: 'URL to redirect the player to.' },
    },
  },
  ContentParams: { description: '', fields: { contentId: { description: 'Content id.' } } },
  ContentItem: {
    description: 'A content item of the portal, with its translations (§2.4).',
    fields: {
      id: { description: 'Content id.' },
      title: { description: 'Title.' },
      subTitle: { description: 'Content description.' },
      bodyText: { description: 'Body text.' },
      headerImage: { description: 'Image URL.' },
      thumbnailImage: { description: 'Image URL.' },
      state: {
        description: 'State. Other values are possible and reported as schema drift.',
        known: ['visible', 'hidden', 'scheduled'],
      },
      contentType: {
        description: 'Type. Other values are possible and reported as schema drift.',
        known: ['article', 'news'],
      },
      publishDate: { description: 'Scheduled publication time, ISO 8601.' },
      slug: { description: 'Generated by the service when not provided.' },
      visibility: {
        description: 'Visibility. Other values are possible and reported as schema drift.',
        known: ['public', 'private'],
      },
      tag: { description: 'Internal tag, not visible to players.' },
      createdAt: { description: 'Time of creation, ISO 8601.' },
      updatedAt: { description: 'Time of the last update, ISO 8601.' },
      labels: { description: 'Labels.' },
      translations: { description: 'Translations, one per locale.', type: 'ContentTranslation' },
      pages: { description: 'Pages where the content appears.', type: 'ContentPage' },
    },
  },
  ContentTranslation: {
    description: 'A translation of a content item (§2.4).',
    fields: {
      isoCode: { description: 'Locale code: a language, or a language and a country.' },
      title: { description: 'Title.' },
      subTitle: { description: 'Content description.' },
      bodyText: { description: 'Body text.' },
      headerImage: { description: 'Image URL.' },
      thumbnailImage: { description: 'Image URL.' },
      labels: { description: 'Labels.' },
    },
  },
  ContentPage: {
    description: 'A page on which a content item appears (§2.4).',
    fields: { id: { description: 'Page id.' }, pageName: { description: 'Name of the page.' } },
  },
  ContentTranslationParams: {
    description: '',
    fields: {
      isoCode: {
        description:
          'Locale code: a language, or a language and a country. It must already exist in the Publisher Dashboard.',
      },
      contentId: { description: 'Content id.' },
    },
  },
  ContentTranslationInput: {
    description: 'A translation of a content item (§4.3); which fields are required is not documented.',
    fields: {
      title: { description: 'Title.' },
      subTitle: { description: 'Description.' },
      bodyText: { description: 'Body text.' },
      headerImage: { description: 'External URL, or an image URL from the Assets Library.' },
      thumbnailImage: { description: 'External URL, or an image URL from the Assets Library.' },
      labels: { description: 'All labels.' },
    },
  },
  OfferQuery: {
    description: 'Which offers to list (§4.13).',
    fields: {
      offerType: { description: 'Only offers of this type.' },
      limit: { description: "Offers per page, 0 to 500. The service's own default is 100." },
      offset: { description: 'Number of offers to skip.' },
      offerIds: { description: 'Only the offers with these ids.' },
    },
  },
  OfferReport: {
    description: 'Response of the offer listing: one page of offers (§4.13).',
    fields: {
      result: { description: 'The offers.', type: 'OfferReportResult' },
      status: {
        description: 'Status, an integer; one of 400 or more is an error. Its values are not documented.',
      },
      message: { description: 'Message; its values are not documented.' },
    },
  },
  OfferReportResult: {
    description: 'The offers in a response of the offer listing (§4.13).',
    fields: {
      totalCount: { description: 'Total number of matching offers.' },
      offers: { description: 'The offers of this page.', type: 'Offer' },
    },
  },
  Offer: {
    description: 'An offer (§2.6).',
    fields: {
      offerId: { description: 'Offer id.' },
      publisherOfferId: { description: 'Your id of the offer.' },
      name: { description: 'Name of the offer.' },
      displayName: { description: 'Name as displayed to the player.' },
      description: { description: 'Description of the offer.' },
      type: { description: 'Offer type; its values in responses are not documented.' },
      createdBy: { description: 'Who created the offer.' },
      active: { description: 'Whether the offer is active.' },
      startOver: { description: 'Whether the sequence starts over after its last step.' },
      priority: { description: 'Priority; its order is not documented.' },
      showAfter: { description: 'When the offer is shown, a string; its format is not documented.' },
      createdAt: { description: 'Time of creation, ISO 8601.' },
      updatedAt: { description: 'Time of the last update, ISO 8601.' },
      offerUi: { description: 'Appearance.', type: 'OfferUi' },
      dynamicOfferUi: { description: 'Badges and sale currently displayed.', type: 'DynamicOfferUi' },
      segments: { description: 'Player segments.' },
      productsSequence: {
        description: 'Steps of the offer, each with its products and price.',
        type: 'OfferStep',
      },
      triggers: { description: 'Events that display the offer.', type: 'OfferTrigger' },
    },
  },
  OfferUi: {
    description: 'The appearance of an offer (§2.6).',
    fields: {
      offerUiId: { description: 'Id of the appearance.' },
      externalId: { description: 'External id.' },
      active: { description: 'Whether the appearance is active.' },
      offerUiType: { description: 'Type of the appearance; its values are not documented.' },
      name: { description: 'Name.' },
      description: { description: 'Description.' },
      backgroundImage: { description: 'Background image.' },
      specialOffer: { description: 'Appearance of a special offer.', type: 'SpecialOffer' },
    },
  },
  SpecialOffer: {
    description: 'The appearance of a special offer (§2.6).',
    fields: {
      templateType: { description: 'Template; its values are not documented.' },
      presentOfferEndTimer: { description: 'Whether a timer shows the end of the offer.' },
      title: { description: 'Title.' },
      fontSize: { description: 'Font size; its unit is not documented.' },
      fontWeight: { description: 'Font weight; its values are not documented.' },
      fontColor: { description: 'Font color.', type: 'OfferColor' },
      backgroundColor: { description: 'Background color.', type: 'OfferColor' },
    },
  },
  OfferColor: {
    description: 'A font or background color of a special offer (§2.6).',
    fields: {
      colorOne: { description: 'First color; its format is not documented.' },
      colorTwo: { description: 'Second color; its format is not documented.' },
      direction: { description: 'Direction of the gradient; its values are not documented.' },
    },
  },
  DynamicOfferUi: {
    description: 'Badges and sale currently displayed on an offer (§2.6).',
    fields: {
      salePercentage: { description: 'Sale in percent.' },
      salePercentageDisplayType: {
        description: 'How the sale is displayed, for example `percentage`.',
        known: ['percentage'],
      },
      badges: { description: 'Badges on the offer.', type: 'OfferBadge' },
    },
  },
  OfferBadge: {
    description: 'A badge on an offer (§2.6).',
    fields: {
      publisherBadgeId: { description: 'Your id of the badge.' },
      position: { description: 'Position of the badge; its values are not documented.' },
    },
  },
  OfferStep: {
    description: "One step in an offer's sequence of products (§2.6).",
    fields: {
      index: { description: 'Index of the step; whether it starts at 0 or 1 is not documented.' },
      playerAvailability: {
        description: 'Availability for the player, a number; its meaning is not documented.',
      },
      priceInUsdCents: { description: 'Price in US cents.' },
      products: { description: 'Products that the player receives.', type: 'OfferProduct' },
    },
  },
  OfferProduct: {
    description: 'A product in an offer, and its quantity (§2.6).',
    fields: {
      quantity: { description: 'Quantity in the offer.' },
      product: { description: 'The product.', type: 'CatalogProduct' },
    },
  },
  CatalogProduct: {
    description: 'A product of the catalog (§2.6).',
    fields: {
      publisherProductId: { description: 'Your id of the product.' },
      name: { description: 'Name of the product.' },
      textFontColorHex: { description: 'Text color, hexadecimal.' },
      type: { description: 'Type of the product; its values are not documented.' },
      prefix: { description: 'Prefix.' },
      suffix: { description: 'Suffix.' },
      priority: { description: 'Priority, a string; its order is not documented.' },
      createdAt: { description: 'Time of creation, ISO 8601.' },
      updatedAt: { description: 'Time of the last update, ISO 8601.' },
      productId: { description: 'Product id.' },
      images: { description: 'Images of the product.', type: 'ProductImage' },
    },
  },
  ProductImage: {
    description: 'An image of a product (§2.6).',
    fields: {
      type: { description: 'Type of the image; its values are not documented.' },
      url: { description: 'Image URL.' },
    },
  },
  OfferTrigger: {
    description: 'An event that displays an offer (§2.6).',
    fields: {
      type: { description: 'Type of the trigger; its values are not documented.' },
      eventName: { description: 'Name of the event.' },
      every: { description: 'Interval of the trigger, a number; its unit is not documented.' },
      rules: { description: 'Rules of the trigger: arbitrary values.' },
    },
  },
  PersonalizationTrigger: {
    description: 'Confirmation that the personalization callback was triggered (§4.11, §4.12).',
    fields: { message: { description: 'For example `Event triggered for publisher <publisher_id>`.' } },
  },
  PlayerIds: {
    description: 'The players to refresh (§4.12).',
    fields: { playerIds: { description: 'Your ids of the players.' } },
  },
  PricePointCreate: {
    description: 'A new price point (§4.4).',
    fields: {
      priceInUsdCents: { description: 'Base price in US cents.' },
      priceOverrides: { description: 'Prices that replace the calculated ones.', type: 'PriceOverride' },
    },
  },
  PriceOverride: {
    description: 'A price for one country that replaces the calculated one (§2.2).',
    fields: {
      countryCode2: { description: 'ISO 3166-1 alpha-2 country code.' },
      price: {
        description:
          "Price in major units of the local currency; includes tax if the country's tax model is `Included`.",
      },
    },
  },
  PricePoint: {
    description: 'A price point: a base price and its localized prices (§2.2).',
    fields: {
      priceInUsdCents: { description: 'Base price in US cents; also the identifier of the price point.' },
      lastUpdate: { description: 'Time of the last update, ISO 8601 in UTC.' },
      priceByCountry: { description: 'Localized prices, overrides included.', type: 'PriceByCountry' },
    },
  },
  PriceByCountry: {
    description: 'The price in one country (§2.2).',
    fields: {
      price: { description: 'Price in major units of the local currency, for example 9.99.' },
      currencyCode: { description: 'ISO 4217 currency code.' },
      isOverridden: { description: 'Whether an override replaced the calculated price.' },
      taxModel: { description: 'Whether the price includes tax.', known: ['Excluded', 'Included'] },
      taxRate: { description: 'Tax rate in percent.' },
      country: { description: 'Country name.' },
      countryCode2: { description: 'ISO 3166-1 alpha-2 country code.' },
      usdExchangeRateOnCalc: { description: 'Exchange rate used when the price was calculated.' },
      exchangeRateDrift: { description: 'Percentage as a string with a sign and `%`.' },
      realTimePrice: {
        description:
          "Price at today's exchange rate, in major units of the local currency; only returned by `pricePoints.get`.",
      },
    },
  },
  PricePointList: {
    description: 'All price points (§4.5).',
    fields: {
      pricePoints: { description: 'All price points; there is only one page.', type: 'PricePointSummary' },
    },
  },
  PricePointSummary: {
    description: 'A price point in a list, without its localized prices (§2.2).',
    fields: {
      priceInUsdCents: { description: 'Base price in US cents; also the identifier of the price point.' },
      lastUpdate: { description: 'Time of the last update, ISO 8601 in UTC.' },
    },
  },
  PricePointParams: {
    description: '',
    fields: {
      priceInUsdCents: { description: 'Base price in US cents, the identifier of the price point.' },
    },
  },
  PricePointUpdate: {
    description: 'A change of a price point (§4.7); which of the two fields is required is not documented.',
    fields: {
      updatedPriceInUsdCents: {
        description: 'New base price in US cents; it is also the new identifier of the price point.',
      },
      priceOverrides: {
        description: 'Prices to set after the recalculation; other countries keep the calculated price.',
        type: 'PriceOverride',
      },
    },
  },
  PromoCodesParams: {
    description: '',
    fields: { couponName: { description: 'Name of the coupon that the promo codes belong to.' } },
  },
  PromoCodesCreate: {
    description: 'Promo codes to create (§4.10).',
    fields: {
      promoCodes: {
        description: 'The promo codes; how many a request may have is not documented.',
        type: 'PromoCodeCreate',
      },
    },
  },
  PromoCodeCreate: {
    description: 'A promo code to create (§2.5).',
    fields: {
      name: { description: 'The code that the player enters.' },
      maxRedemptions: { description: 'Maximum number of redemptions.' },
      active: { description: 'Whether the code can be redeemed.' },
    },
  },
  PromoCodeList: {
    description: 'The created promo codes (§4.10).',
    fields: { promoCodes: { description: 'The created promo codes.', type: 'PromoCode' } },
  },
  PromoCode: {
    description: 'A promo code (§2.5).',
    fields: {
      name: { description: 'The code that the player enters.' },
      maxRedemptions: { description: 'Maximum number of redemptions.' },
      active: { description: 'Whether the code can be redeemed.' },
      createdAt: { description: 'Time of creation, ISO 8601.' },
      updatedAt: { description: 'Time of the last update, ISO 8601.' },
    },
  },
  TransactionQuery: {
    description: 'Which transactions to return (§4.1).',
    fields: {
      startDate: { description: 'Start of the range.' },
      endDate: { description: 'End of the range; must be after `startDate`.' },
      limit: { description: "Rows per page, 1 to 10 000. The service's own default is 10." },
      sortDirection: { description: 'Order by `timestamp`.', defaultValue: "`'asc'`" },
      cursor: { description: 'Cursor from an earlier page; the first page has none.' },
    },
  },
  TransactionReport: {
    description: 'Response of the transaction report: one page of transactions (§4.1).',
    fields: {
      totalCount: { description: 'Total number of matching transactions.' },
      results: { description: 'The transactions of this page, in sort order.', type: 'Transaction' },
      nextCursor: { description: 'Cursor of the next page; its value on the last page is not documented.' },
      nextPageQuery: { description: 'Query string for the next page, starting with `?`.' },
    },
  },
  Transaction: {
    description: 'A financial transaction (§2.1).',
    fields: {
      orderId: { description: 'Order id.' },
      purchaseId: { description: 'Purchase id.' },
      publisherTransactionId: { description: 'Your id of the transaction.' },
      timestamp: { description: 'Time of the transaction, ISO 8601 in UTC.' },
      transactionDetails: { description: 'Amounts, fees and payment method.', type: 'TransactionDetails' },
      customerDetails: { description: 'The customer.', type: 'CustomerDetails' },
      geolocation: { description: 'Location of the customer.', type: 'Geolocation' },
      device: { description: 'Device of the customer.', type: 'Device' },
      offerDetails: { description: 'The purchased offer.', type: 'OfferDetails' },
    },
  },
  TransactionDetails: {
    description: 'Amounts, fees and payment method of a transaction (§2.1).',
    fields: {
      id: { description: 'Transaction id.' },
      type: {
        description: 'Type of the transaction. Other values are possible and reported as schema drift.',
        known: ['paid', 'refund', 'dispute_funds_withdrawn', 'dispute_funds_reinstated'],
      },
      amount: {
        description:
          'Amount in the smallest unit of `currencyCode`: 999 for 9.99 USD, 999 for 999 JPY. Negative for refunds.',
      },
      amountUsd: { description: 'Amount in US cents.' },
      totalTaxAmount: { description: 'Total tax in the smallest unit of `currencyCode`.' },
      totalTaxAmountUsd: { description: 'Total tax in US cents.' },
      currencyExchangeCostUsd: { description: 'Currency exchange cost in US cents.' },
      chargebackFeeUsd: { description: 'Chargeback fee in US cents.' },
      transactionFeeUsd: { description: 'Transaction fee in US cents.' },
      publisherNetAmountUsd: { description: 'Net amount for the publisher in US cents.' },
      currencyCode: { description: 'ISO 4217 code of the local currency.' },
      currencySymbol: { description: 'Symbol of the local currency.' },
      paymentMethod: { description: 'Payment method; its values are not documented.' },
    },
  },
  CustomerDetails: {
    description: 'The customer (§2.1).',
    fields: { id: { description: 'Customer id.' }, email: { description: 'Customer e-mail address.' } },
  },
  Geolocation: {
    description: 'The location of the customer (§2.1).',
    fields: {
      countryCode2: { description: 'ISO 3166-1 alpha-2 country code.' },
      region: { description: 'Region or state.' },
      ipAddress: { description: 'IP address.' },
      zipCode: { description: 'Postal code.' },
      playerIp: { description: 'IPv4 address; documented for requests, not guaranteed in reports.' },
    },
  },
  Device: {
    description: 'The device of the customer; each field may be null (§2.1).',
    fields: {
      osType: { description: 'Operating system.' },
      osVersion: { description: 'Version of the operating system.' },
      browserType: { description: 'Browser.' },
      browserVersion: { description: 'Version of the browser.' },
    },
  },
  OfferDetails: {
    description: 'The purchased offer (§2.1).',
    fields: {
      offerId: { description: 'Offer id.' },
      offerName: { description: 'Name of the offer.' },
      type: { description: 'Offer type.' },
      products: { description: 'Products in the offer.', type: 'Product' },
    },
  },
  Product: {
    description: 'A product in the purchased offer (§2.1).',
    fields: {
      name: { description: 'Name of the product.' },
      sku: { description: 'SKU of the product.' },
      quantity: { description: 'Quantity in the purchase.' },
    },
  },
  TranslationQuery: {
    description: 'Which translations to read (§4.9).',
    fields: {
      locale: {
        description: 'Only this locale, with English where a translation is missing.',
        defaultValue: 'all locales',
      },
    },
  },
  TranslationSet: {
    description: 'Dynamic and static translations (§4.9, §4.6a).',
    fields: {
      dynamicTranslations: {
        description: 'Translations of your own content: products, offer designs.',
        type: 'DynamicTranslation',
      },
      staticTranslations: {
        description: 'Translations of fixed strings of the store.',
        type: 'StaticTranslation',
      },
    },
  },
  DynamicTranslation: {
    description: 'A translation of a field of your own content, such as a product (§2.3).',
    fields: {
      type: { description: 'Type of the content.', known: ['product', 'offer_design'] },
      externalId: { description: 'Your id of the content.' },
      field: { description: 'Name of the translated field.' },
      locale: { description: 'Locale code: a language, or a language and a country.' },
      value: { description: 'The translated string.' },
    },
  },
  StaticTranslation: {
    description: 'A translation of a fixed string of the store (§2.3).',
    fields: {
      key: { description: 'Key of the string.' },
      locale: { description: 'Locale code: a language, or a language and a country.' },
      value: { description: 'The translated string.' },
    },
  },
  TranslationSetInput: {
    description: 'Translations to set (§4.6a); whether both lists are required is not documented.',
    fields: {
      staticTranslations: {
        description: 'Translations of fixed strings of the store.',
        type: 'StaticTranslationInput',
      },
      dynamicTranslations: {
        description: 'Translations of your own content: products, offer designs.',
        type: 'DynamicTranslationInput',
      },
    },
  },
  StaticTranslationInput: {
    description: 'A static translation to set (§2.3).',
    fields: {
      key: { description: 'Key of the string.' },
      locale: { description: 'Locale code: a language, or a language and a country.' },
      value: { description: 'The translated string.' },
    },
  },
  DynamicTranslationInput: {
    description: 'A dynamic translation to set (§2.3).',
    fields: {
      type: { description: 'Type of the content.', known: ['product', 'offer_design'] },
      externalId: { description: 'Your id of the content.' },
      field: { description: 'Name of the translated field.' },
      locale: { description: 'Locale code: a language, or a language and a country.' },
      value: { description: 'The translated string.' },
    },
  },
  TransactionReportErrorMessage: {
    description: 'A numbered message of a failed transaction report (§7.1).',
    fields: {
      validationErrorNumber: { description: 'Number of the message; its values are not documented.' },
      error: { description: 'The documented message.' },
    },
  },
  TransactionReportError: {
    description: 'Body of a failed transaction report (§7.1).',
    fields: {
      statusCode: { description: 'HTTP status.' },
      error: { description: 'Name of the status, for example `Bad Request`.' },
      message: { description: 'The numbered messages, in order.', type: 'TransactionReportErrorMessage' },
      requestUrl: { description: 'The request URL.' },
    },
  },
  PortalContentError: {
    description: 'Body of a failed portal content call (§7.2).',
    fields: {
      message: { description: 'For example `NOT_FOUND`.' },
      requestUrl: { description: 'Path template of the request.' },
      body: { description: 'Description of the error.' },
    },
  },
  PricePointError: {
    description: 'Body of a failed price point call (§7.3).',
    fields: { message: { description: 'Description of the error.' } },
  },
  PersonalizationError: {
    description: 'Body of a personalization call that failed validation (§7.4).',
    fields: {
      message: { description: '`Schema Validation Error`.' },
      requestUrl: { description: 'Request URL, as the service received it.' },
      body: { description: 'The failed validations.' },
    },
  },
  GameAuthRequest: {
    description: 'The request that the service sends when a player logs in to the web store (§4.14).',
    fields: {
      device: {
        description:
          '`DESKTOP` for PCs and laptops; any other string is a phone, because the mobile value is not documented.',
        known: ['DESKTOP'],
      },
      date: {
        description:
          'When the player logged in: documented as ISO 8601, and passed through exactly as the service sent it.',
      },
    },
  },
  GameAuthResponse: {
    description: "The publisher's response to a `GameAuthRequest` (§4.14).",
    fields: {
      deepLink: {
        description: 'Where the player is redirected into the game for authentication: a URL of any scheme.',
      },
      accessToken: { description: "The player's access token." },
      desktopAutoRedirect: {
        description:
          'On a desktop, `true` redirects the player to `deepLink`; `false` shows it as a QR code to scan.',
        defaultValue: '`false`',
      },
    },
  },
};
