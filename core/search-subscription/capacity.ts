/** What an hour's dispatch found and decided, for the panel and the operator. */
export type SearchLoad = {
  at: string;
  /** Links that somebody follows. */
  links: number;
  linksPerHour: number;
  /** Runs started in this hour, and links that had to wait for the next. */
  started: number;
  waiting: number;
  /** How often a link runs while it stays like this. */
  intervalHours: number;
};
