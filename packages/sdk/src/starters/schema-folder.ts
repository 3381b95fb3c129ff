/** Where a connector keeps the schemas its files name; the compiler ignores dot folders. */
export const schemaFolder = '.schemas';
