/** A compiled connector as a body; `readPackage` checks it, with every mistake. */
export const packageLimitBytes = 4 * 1024 * 1024;
