/** What people call a thing: a line of text with more in it than spaces. */
export const nameSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  // Spaces, something that is neither space nor control character, then no control characters. Written without \s and
  // \p{…}, which those who read the OpenAPI document with other engines know otherwise or not at all.
  pattern:
    '^[ \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]*' +
    '[^\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]' +
    '[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  expected: 'a name: more than spaces, and no control characters',
};
