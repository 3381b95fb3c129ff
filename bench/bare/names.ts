/** The bare worker uses the product's namespace but its own queue. */
export const bareNamespace = 'tallyhook';
export const bareTaskQueue = 'bare-runs';
