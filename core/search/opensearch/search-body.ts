/** A part of a question as OpenSearch takes it. */
export type Clause = Readonly<Record<string, unknown>>;

/** One search of a question: a line of what it is about and its body, as `_msearch` takes them. */
export type Search = { head: Clause; body: Clause };

/** What comes back of one search, as far as it is read. */
export type SearchAnswer = {
  /** Why it was not answered. */
  error?: unknown;
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { total?: { value: number }; hits: Hit[] };
  aggregations?: Record<string, Aggregation>;
};

export type Hit = { _source?: { card?: unknown }; sort?: (string | number)[] };

type Aggregation = {
  value?: number | null;
  /** Of terms that had no bucket: with any the counts would not be whole. */
  sum_other_doc_count?: number;
  buckets?: { key: string | number; doc_count: number }[];
};

/** Documents that pass all of them. Nothing is ranked by relevance. */
export const allOf = (clauses: readonly Clause[]): Clause => ({ bool: { filter: clauses } });
export const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { should: clauses, minimum_should_match: 1 },
});

/** Most values that one `terms` clause takes (`index.max_terms_count` as it stands where nobody sets it). */
const mostTerms = 65_536;

/** Documents whose field has one of the values, however many they are; of no values none. */
export function oneOf(field: string, values: readonly string[]): Clause {
  if (values.length <= mostTerms) return { terms: { [field]: values } };
  const parts = Array.from({ length: Math.ceil(values.length / mostTerms) }, (_, part) =>
    values.slice(part * mostTerms, (part + 1) * mostTerms),
  );
  return anyOf(parts.map((part) => ({ terms: { [field]: part } })));
}
