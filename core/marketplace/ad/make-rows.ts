/**
 * By the name that the product shows: what else people write for the make, and its models. Both are lists
 * with commas; a model that people write in other ways too is followed by those after "=":
 *
 *     Škoda: ['Skodda', 'Citigo = Citygo, Octavia = Oktavia = Octavia Combi'],
 *
 * To add a model or a spelling, write it here: case, accents, blanks and hyphens do not count ("C-HR" is
 * "chr" and "c hr"), and one or two slips in a long word are forgiven anyway. A spelling is needed where a
 * name is written quite otherwise ("Kashkai"), or means a model by another of its names ("C4 Grand
 * Picasso"). Series that are named by figures ("320d", "C 220") are derived by `model-series.ts`.
 */
export type MakeRows = Readonly<Record<string, readonly [aliases: string, models: string]>>;
