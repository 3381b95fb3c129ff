/**
 * Prints docs/reference/sdk.md: the exports of the SDK with the comments of their declarations. It parses the sources
 * as text, without type information, so it takes less than a second.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const home = join(import.meta.dirname, '..');
const index = join(home, 'src/index.ts');

/** The file for the output of `printReference`. */
export const referenceFile = join(home, '../../docs/reference/sdk.md');

/** One export of the SDK. */
interface Exported {
  name: string;
  from: string;
  /** The comment of its declaration. */
  words: string;
  /** The declaration without its body; undefined if another package declares it. */
  code: string | undefined;
}

/** Writes the SDK reference as Markdown. */
export function printReference(): string {
  const intro = [
    '# @tallyhook/sdk',
    'All exports of the package. Generated from the sources by `npm run generate`: edit the comments there, not this file.',
  ];
  const sections = readSections().flatMap(({ title, exported }) => [`## ${title}`, ...exported.map(printOne)]);
  return `${[...intro, ...sections].join('\n\n')}\n`;
}

function printOne({ name, from, words, code }: Exported): string {
  const place = `[${relative(home, from)}](../../packages/sdk/${relative(home, from)})`;
  if (code === undefined) return `### ${name}\n\nDeclared by \`${from}\`.`;
  return [`### ${name}`, words, `\`\`\`ts\n${code}\n\`\`\``, place].filter((part) => part !== '').join('\n\n');
}

/** The exports of the index. A line comment above an export starts a section. */
function readSections(): { title: string; exported: Exported[] }[] {
  const source = parse(index);
  const sections: { title: string; exported: Exported[] }[] = [];
  for (const statement of source.statements.filter(ts.isExportDeclaration)) {
    const title = titleAbove(source, statement);
    if (title !== undefined || sections.length === 0) sections.push({ title: title ?? 'Exports', exported: [] });
    sections.at(-1)!.exported.push(...readExport(statement));
  }
  return sections;
}

function titleAbove(source: ts.SourceFile, statement: ts.Node): string | undefined {
  const comments = ts.getLeadingCommentRanges(source.text, statement.getFullStart()) ?? [];
  const [first] = comments.map(({ pos, end }) => source.text.slice(pos, end));
  return first?.startsWith('// ') === true ? first.slice(3).replace(/\.$/, '') : undefined;
}

function readExport(statement: ts.ExportDeclaration): Exported[] {
  const specifier = (statement.moduleSpecifier as ts.StringLiteral).text;
  const clause = statement.exportClause;
  if (clause === undefined || !ts.isNamedExports(clause)) throw new Error(`${specifier}: exports are named one by one`);
  return clause.elements.map(({ name: { text: name } }) =>
    specifier.startsWith('.')
      ? readDeclaration(join(dirname(index), specifier), name)
      : { name, from: specifier, words: '', code: undefined },
  );
}

function readDeclaration(file: string, name: string): Exported {
  const source = parse(file);
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      const { exportClause, moduleSpecifier } = statement;
      const isHere =
        exportClause !== undefined &&
        ts.isNamedExports(exportClause) &&
        exportClause.elements.some((element) => element.name.text === name);
      if (isHere) return readDeclaration(join(dirname(file), (moduleSpecifier as ts.StringLiteral).text), name);
    }
    if (namesOf(statement).includes(name)) {
      return { name, from: file, words: wordsOf(statement), code: codeOf(source, statement) };
    }
  }
  throw new Error(`${file} declares no ${name}`);
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  }
  const { name } = statement as { name?: ts.Identifier };
  return name === undefined ? [] : [name.text];
}

/** The comment of a declaration, including its code examples. */
function wordsOf(statement: ts.Statement): string {
  const [comment] = ts.getJSDocCommentsAndTags(statement).filter(ts.isJSDoc);
  if (comment === undefined) return '';
  const text = ts.getTextOfJSDocComment(comment.comment) ?? '';
  const tags = (comment.tags ?? []).map(
    (tag) => `**${tag.tagName.text}** ${ts.getTextOfJSDocComment(tag.comment) ?? ''}`,
  );
  return [text, ...tags].join('\n\n').trim();
}

function codeOf(source: ts.SourceFile, statement: ts.Statement): string {
  const text = (node: ts.Node, end = node.end): string => source.text.slice(node.getStart(source), end);
  if (ts.isFunctionDeclaration(statement)) return `${text(statement, statement.body!.pos).trim()};`;
  if (ts.isClassDeclaration(statement)) return classOf(source, statement);
  if (ts.isVariableStatement(statement)) return variableOf(source, statement);
  return text(statement);
}

function classOf(source: ts.SourceFile, declaration: ts.ClassDeclaration): string {
  const head = source.text.slice(declaration.getStart(source), declaration.members.pos);
  const members = declaration.members.map((member) => {
    const { body } = member as { body?: ts.Block };
    const code = source.text.slice(member.getStart(source), body?.pos ?? member.end).trim();
    const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
    const words = comment === undefined ? '' : `  ${source.text.slice(comment.pos, comment.end)}\n`;
    return `${words}  ${code}${code.endsWith(';') ? '' : ';'}`;
  });
  return `${head.trimEnd()}\n${members.join('\n')}\n}`;
}

/** A constant, with its value if that is short. */
function variableOf(source: ts.SourceFile, statement: ts.VariableStatement): string {
  const whole = source.text.slice(statement.getStart(source), statement.end);
  if (whole.length <= 200) return whole;
  const { name, type } = statement.declarationList.declarations[0]!;
  return `export const ${name.getText(source)}${type === undefined ? '' : `: ${type.getText(source)}`};`;
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

if (import.meta.main) {
  const printed = printReference();
  if (!process.argv.includes('--check')) {
    mkdirSync(dirname(referenceFile), { recursive: true });
    writeFileSync(referenceFile, printed);
  } else if (readFileSync(referenceFile, 'utf8') !== printed) {
    process.stderr.write('docs/reference/sdk.md is stale: run npm run generate\n');
    process.exitCode = 1;
  }
}
