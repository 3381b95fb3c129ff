// Finds comments, messages, page texts and test titles that read like a translation, and commit subjects that are too
// long for one line of a log.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './prepare.mjs';

const phrases =
  /(?<![Tt]here )\b(is|are|was|were) none\b|\b(is|are) told\b|\banew\b|\bstands? (in(?! for)|under|there|at)\b|\bmost[A-Z][a-z]+|\bmend(s|ed)?\b|\b[Ww]ho (looks|asks|goes|leaves|opens|saves)\b(?=.*\b(is|are|has|gets|sees)\b)|\b(is another one|one of its own|told otherwise|as it stands|has to be (there|given)|none of (them|it) is)\b|\b[Ww]hoever\b/;
const maxSubjectLength = 72;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

const files = git('ls-files', '*.ts', '*.tsx', '*.mjs').split('\n').filter(Boolean);
const places = files
  .filter((file) => !file.includes('/generated/') && file !== 'scripts/check-english.mjs')
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...commentsOf(text), ...textsOf(file, text)].flatMap(({ line, text }) => {
      const found = phrases.exec(text);
      return found ? [`${file}:${line}: "${found[0]}" reads like a translation: ${text.trim()}`] : [];
    });
  });

// Commits older than this check are exempt.
const [added] = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-english.mjs').trim().split('\n');
const subjects = added ? git('log', '--no-merges', '--format=%h %s', `${added}..HEAD`).split('\n').filter(Boolean) : [];
const long = subjects
  .map((subject) => subject.replace(/^\S+ /, ''))
  .filter((subject) => subject.length > maxSubjectLength)
  .map((subject) => `commit subject of ${subject.length} characters, at most ${maxSubjectLength}: ${subject}`);

for (const problem of [...places, ...long]) process.stderr.write(`${problem}\n`);
process.exit(places.length + long.length === 0 ? 0 : 1);

/** The lines of a source that are comments, or end with one. */
function commentsOf(text) {
  return text.split('\n').flatMap((content, index) => {
    const comment = /^\s*(?:\/\*\*?|\*|\/\/)(.*)$/.exec(content) ?? /\s\/\/ (.*)$/.exec(content);
    return comment ? [{ line: index + 1, text: comment[1] }] : [];
  });
}

/** The strings of a source that are sentences or phrases, and the texts of its pages. */
function textsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    const words = isText ? node.text.replace(/\s+/g, ' ').trim() : '';
    if (/\w \w/.test(words))
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, text: words });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
