import { Anchor, Code } from '@mantine/core';
import classes from './Marketplace.module.css';
import { readMarkdown, readSpans, type Block } from './read-markdown.ts';

/** A text in Markdown. It is built from elements of ours, so nothing in it can run. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      {readMarkdown(text).map((block, index) => (
        <MarkdownBlock key={index} block={block} />
      ))}
    </div>
  );
}

function MarkdownBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3>
          <Line text={block.text} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      );
    case 'code':
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'list': {
      const items = block.items.map((item, index) => (
        <li key={index}>
          <Line text={item} />
        </li>
      ));
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <div className={classes.tables}>
          <table>
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index} scope="col">
                    <Line text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td key={column}>
                      <Line text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
  }
}

function Line({ text }: { text: string }) {
  return readSpans(text).map((span, index) => {
    if (span.kind === 'code') return <Code key={index}>{span.text}</Code>;
    if (span.kind === 'strong') return <strong key={index}>{span.text}</strong>;
    if (span.kind === 'link')
      return (
        <Anchor key={index} href={span.address} target="_blank" rel="noreferrer">
          {span.text}
        </Anchor>
      );
    return span.text;
  });
}
