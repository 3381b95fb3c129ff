/** Where the bare worker takes its work: the product's namespace, another queue. */
export const bareNamespace = 'tallyhook';
export const bareTaskQueue = 'bare-runs';
