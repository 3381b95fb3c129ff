// Finds comments, messages, page texts and test titles that read like a translation, and commit subjects that are too
// long for one line of a log.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './prepare.mjs';

/** Add what reviews find. */
const phrases = [
  /(?<!\b[Tt]here )\b(is|are|was|were) none\b/,
  /\b(is|are|was|were|unless) told\b|\btold (to|otherwise)\b|\bcall the \w+ otherwise\b/,
  /\banew\b|\b[Ww]hoever\b|\bcome what may\b|\bfor you alone\b/,
  /\bstands? (in(?! for)|under|there|at|twice)\b|\bas it stands\b/,
  /\bmend(s|ed|ing)?\b/,
  /\bWho (looks|asks|goes|leaves|opens|saves)\b(?=[^.]*\b(is|are|has|gets|sees)\b)/,
  /\b(is another one|one of its own|has to be (there|given)|none of (them|it) is)\b/,
  /\bis to be (done|written|asked|made|sent)\b/,
];
/** The names of limits begin with `max`. */
const oddNames = /\bmost(?!Common)[A-Z]\w*/;
const maxSubjectLength = 72;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });

const tracked = git('ls-files').split('\n').filter(Boolean);
const sources = tracked.filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.includes('/generated/'));
const documents = tracked.filter((file) =>
  /^(docs|packages\/(connectors|sdk\/src\/starters\/files))\/.*\.(json|md)$|^\w+\.md$/.test(file),
);
const places = [...sources.flatMap(textsOfSource), ...documents.flatMap(linesOf)].flatMap(({ file, line, text }) => {
  const found = [...phrases, oddNames].map((phrase) => phrase.exec(text)).find((match) => match !== null);
  return found ? [`${file}:${line}: "${found[0]}" reads like a translation: ${text}`] : [];
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

/** A source's comments, each as one text, its strings that are more than one word, the texts of its pages, and names. */
function textsOfSource(file) {
  // Its phrases are in this file.
  if (file === 'scripts/check-english.mjs') return [];
  const content = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found = [];
  const keep = (position, text) => {
    const line = source.getLineAndCharacterOfPosition(position).line + 1;
    found.push({ file, line, text: text.replace(/\s+/g, ' ').trim() });
  };
  for (const { 0: comment, index } of content.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*(\n\s*\/\/.*)*/g))
    keep(index, comment.replaceAll(/^\s*(\/\*+|\*\/|\*|\/\/)|\*\/$/gm, ' '));
  const visit = (node) => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
    if (isText ? /\w \w/.test(node.text) : ts.isIdentifier(node) && oddNames.test(node.text))
      keep(node.getStart(), node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function linesOf(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.map((text, index) => ({ file, line: index + 1, text: text.trim() }));
}
