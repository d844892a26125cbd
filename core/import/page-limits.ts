/** Cars that one page brings: a search shows a few dozen, a forged file could name a million. */
export const mostCarsOfPage = 200;
