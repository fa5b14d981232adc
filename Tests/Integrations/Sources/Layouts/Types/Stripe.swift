// Made by Scripts/layouts.sh.
// swift-format-ignore-file

import Stripe

enum StripeTypes: ModuleTypes {
  static let module = "Stripe"

  // Deprecated types are fine here.
  @available(*, deprecated)
  static var types: [any CheckedType] {
    [
      ModelType(ErrorBody.self, [\.error]),
      ModelType(ErrorBody.Error.self, [\.type, \.code, \.declineCode, \.message, \.param, \.docURL, \.requestLogURL]),
      ModelType(Address.self, []),
      UnionType(CustomersGetRequest.Response.self),
      ModelType(Customer.self, [\.object, \.id, \.created, \.balance, \.metadata, \.livemode]),
      ModelType(DeletedCustomer.self, [\.object, \.id, \.deleted]),
      ModelType(NewCustomer.self, [\.email, \.name, \.phone, \.description, \.address, \.invoiceSettings, \.metadata, \.preferredLocales]),
      ModelType(NewCustomer.InvoiceSettings.self, [\.defaultPaymentMethod, \.customFields]),
      ModelType(NewCustomer.InvoiceSettings.CustomField.self, [\.name, \.value]),
      ModelType(Subscription.self, [\.object, \.id, \.customer, \.status, \.items, \.cancelAtPeriodEnd, \.trialEnd]),
      UnionType(Subscription.CustomerValue.self),
      ModelType(Subscription.Items.self, [\.data, \.hasMore]),
      ModelType(SubscriptionItem.self, [\.id, \.quantity]),
      ModelType(NewSubscription.self, [\.customer, \.items, \.trialPeriodDays, \.paymentBehavior, \.paymentSettings, \.expand]),
      ModelType(NewSubscription.Item.self, [\.price, \.quantity, \.metadata]),
      ModelType(NewSubscription.PaymentSettings.self, [\.paymentMethodTypes, \.saveDefaultPaymentMethod]),
      ModelType(FilesUploadRequest.FileLinkData.self, [\.create, \.expiresAt]),
      ModelType(File.self, [\.object, \.id, \.created, \.purpose, \.size]),
      UnionType(ChargesListRequest.Created.self),
      ModelType(ChargesListRequest.Response.self, [\.object, \.data, \.hasMore, \.url]),
      ModelType(TimeRange.self, [\.gt, \.gte, \.lt, \.lte]),
      ModelType(PaymentIntent.self, [\.object, \.id, \.amount, \.currency, \.status, \.created, \.metadata]),
      UnionType(PaymentIntent.CustomerValue.self),
      UnionType(PaymentIntent.LatestCharge.self),
      ModelType(NewPaymentIntent.self, [\.amount, \.currency, \.customer, \.paymentMethod, \.confirm, \.automaticPaymentMethods, \.metadata]),
      ModelType(NewPaymentIntent.AutomaticPaymentMethods.self, [\.enabled, \.allowRedirects]),
      ModelType(Charge.self, [\.object, \.id, \.amount, \.amountRefunded, \.currency, \.created, \.status, \.paid, \.refunded]),
      UnionType(Charge.CustomerValue.self),
      ModelType(Charge.BillingDetails.self, [\.address, \.email, \.name, \.phone]),
      ModelType(WebhookEvent.PaymentIntentSucceeded.self, [\.object, \.id, \.type, \.apiVersion, \.created, \.livemode, \.pendingWebhooks, \.data]),
      ModelType(WebhookEvent.PaymentIntentSucceeded.Request.self, [\.id, \.idempotencyKey]),
      ModelType(WebhookEvent.PaymentIntentSucceeded.DataValue.self, []),
      ModelType(WebhookEvent.ChargeRefunded.self, [\.object, \.id, \.type, \.apiVersion, \.created, \.livemode, \.pendingWebhooks, \.data]),
      ModelType(WebhookEvent.ChargeRefunded.Request.self, [\.id, \.idempotencyKey]),
      ModelType(WebhookEvent.ChargeRefunded.DataValue.self, [\.previousAttributes]),
      ModelType(WebhookEvent.CustomerDeleted.self, [\.object, \.id, \.type, \.apiVersion, \.created, \.livemode, \.pendingWebhooks, \.data]),
      ModelType(WebhookEvent.CustomerDeleted.Request.self, [\.id, \.idempotencyKey]),
      ModelType(WebhookEvent.CustomerDeleted.DataValue.self, []),
    ]
  }
}
