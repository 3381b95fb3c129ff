/** References a schema of the document. */
export const componentRef = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The schema of a route's answer: `SavedFile` for one, `SavedFile[]` for a list. */
export const answerRef = (name: string): object =>
  name.endsWith('[]') ? { type: 'array', items: componentRef(name.slice(0, -2)) } : componentRef(name);
