import { action, type Edit, type GoldenCase } from './golden-case.ts';

const json = '"json": { "title": "{{title}}", "labels": "{{labels}}" }';

/** Where a text is one value among others, and JSON only if it begins so. */
const places: { place: string; edit: (text: string) => Edit }[] = [
  { place: 'a query', edit: (text) => [action, '"notify": true', `"notify": ${text}`] },
  { place: 'a form', edit: (text) => [action, json, `"form": { "labels": "{{labels}}", "about": ${text} }`] },
  {
    place: 'a part without a type',
    edit: (text) => [action, json, `"multipart": [{ "name": "about", "value": ${text} }]`],
  },
];

const expected = [
  '15:40 #/request/query/notify template_not_json',
  '17:72 #/request/body/form/about template_not_json',
  '17:71 #/request/body/multipart/0/value template_not_json',
];

export const jsonTextCases: GoldenCase[] = places.map(({ place, edit }, index) => ({
  title: `JSON with a value that is not written as JSON in ${place}`,
  edits: [edit('"{\\"title\\":{{title}},\\"labels\\":{{labels|json}}}"')],
  expected: [`actions/create-issue.json:${expected[index]}`],
}));

/** Texts that are JSON there, others that begin nearly as JSON does, and those that surely are something else. */
export const soundJsonTexts: { title: string; edit: Edit }[] = places.flatMap(({ place, edit }) =>
  [
    '{"title":{{title|json}},"labels":{{labels|json}}}',
    '[{"title":{{title|json}}},{{labels|json}}]',
    '{ viewer(name: {{title|json}}) { name } } {{labels|json}}',
    '[{{title}}] {{labels|json}}',
    '{{title}}: {"a":{{labels|json}}',
    '["{{title}}"] was closed, with {{labels|json}}',
    '["{{title}}"] {{labels|json}} was closed',
    '{ "{{labels|json}}" } from {{title}}',
    '{"prompt":{{title|json}}}\n{"prompt":{{labels|json}}}\n',
    '{{!}}{"posts": *[_type == {{title|json}}], "authors": *[_type in {{labels|json}}]}',
    '{{!}}["{{title}}" TO {{labels|json}}]',
  ].map((text) => ({ title: `${text} in ${place}`, edit: edit(JSON.stringify(text)) })),
);
