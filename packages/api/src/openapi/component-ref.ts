/** A reference to a schema of the document. */
export const componentRef = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** The schema of what a route answers: `SavedFile` is one of them, `SavedFile[]` a list. */
export const answerRef = (name: string): object =>
  name.endsWith('[]') ? { type: 'array', items: componentRef(name.slice(0, -2)) } : componentRef(name);
