/** Size limit of a compiled connector in a request body; `readPackage` validates the content. */
export const packageLimitBytes = 4 * 1024 * 1024;
