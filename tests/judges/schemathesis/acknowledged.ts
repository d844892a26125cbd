import type { Acknowledgement } from '../judge.ts';

/** ST204: another answer to a method that is not there than 405; ST201: taken against the schema; ST202: refused by it allowed. */
export const acknowledgements: readonly Acknowledgement[] = [
  {
    finding: /: ST204 /,
    because:
      'API Gateway answers 404, not 405, to a method that a path does not have; no code of ours runs and nothing is changed.',
  },
  {
    finding: /: ST201 .*: GET \/(?:car|share)\/\{id\}$/,
    because:
      'The edge keeps of a page’s query only a language that it knows, so that made-up ones are drawn once: the default is shown.',
  },
  {
    finding: /: ST202 .*: POST \/api\/auth\/(?:confirm|reset)$/,
    because: 'A made-up code is well-formed and wrong: 400 code_mismatch.',
  },
  {
    finding: /: ST202 .*: POST \/api\/payments\/webhook$/,
    because: 'No schema can say that a signature over the raw body has to be Stripe’s.',
  },
  {
    finding:
      /: ST202 .*: (?:GET \/api\/cars|(?:POST|PUT) \/api\/(?:saved-searches(?:\/\{id\})?|subscriptions))$/,
    because: 'A place is a town that we know; 1,100 names are no part of the document.',
  },
  {
    finding: /: ST202 .*: GET \/api\/account\/export$/,
    because: 'The place to go on from is sealed by us: a made-up one is none.',
  },
  {
    finding: /: ST202 .*: POST \/api\/imports\/page$/,
    because: 'Bytes that are no saved page are told so: 422, and 400 for none at all.',
  },
  {
    finding: /: ST202 .*: POST \/scrape$/,
    because:
      'A link is one of a marketplace; which are is told by the rules of each, in sentences (link_invalid and others).',
  },
  {
    finding: /: ST202 .*: POST \/api\/payments\/redeem-code$/,
    because: 'A made-up code is well-formed and worth nothing: 400 promotion_code_invalid.',
  },
  {
    finding: /: ST202 .*: (?:POST \/api\/push-subscriptions|PUT \/api\/notification-settings)$/,
    because:
      'An address must be public, https and without a port, which a look at its name decides: 400 address_refused.',
  },
];
