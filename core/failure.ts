/** The reasons a client may be told about. The web app owns the sentence for each code in both languages. */
export const failureCodes = [
  'invalid_input',
  'not_authenticated',
  'forbidden',
  'not_found',
  'conflict',
  'limit_reached',
  'too_many_requests',
  'payload_too_large',
  'unsupported_media_type',
  'not_configured',
  'unavailable',
  'internal',
  // links
  'link_blank',
  'link_invalid',
  'link_foreign_host',
  'link_no_search',
  'link_no_place',
  'link_former',
  'link_favourites',
  'link_group',
  'link_by_hand',
  'link_unsupported_path',
  'link_not_search',
  // lists and saved searches
  'too_many_lists',
  'list_full',
  'hunt_full',
  'hidden_full',
  'too_many_saved_searches',
  // notifications
  'address_refused',
  'too_many_devices',
  // imports
  'import_running',
  'too_many_imports',
  'page_not_recognised',
  'page_too_large',
  // a car by its plate
  'plate_unknown',
  'register_silent',
  'visitor_limit',
  'csv_unread',
  'csv_too_long',
  // accounts (Cognito's own codes, mapped)
  'user_exists',
  'user_not_confirmed',
  'wrong_credentials',
  'code_mismatch',
  'code_expired',
  'password_policy',
  'password_easy',
  'session_expired',
  'too_many_tokens',
  // payments
  'already_subscribed',
  'already_owned',
  'no_subscription',
  'no_purchases',
  'promotion_code_invalid',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/**
 * The one error whose text a client may see. `message` is English and safe to show; `code` is what the web app translates.
 * Anything else that is thrown becomes a 500 with no details.
 */
export class Failure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(status: number, code: FailureCode, message: string, details?: Record<string, unknown>) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
