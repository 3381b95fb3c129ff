export { ActionError } from './action-error.ts';
export type { ActionErrorClass, ActionErrorOptions } from './action-error.ts';

export { compileTemplate } from './templates/template.ts';
export type { RenderOptions, Rendered, Template, TemplateOptions } from './templates/template.ts';
export type { TemplateProblem, TemplateProblemCode } from './templates/template-problem.ts';
export { renderOptionalText, renderStructure, renderTemplate, renderText } from './templates/render.ts';
export { any, objectOf, scalar } from './templates/shapes.ts';
export type { Roots, Shape } from './templates/shapes.ts';
