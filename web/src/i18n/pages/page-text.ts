/** A page of plain text: sections of paragraphs. Each is fetched with its route, in the language in use. */
export type PageText = {
  title: string;
  lead: string;
  sections: { heading: string; paragraphs: string[] }[];
};
