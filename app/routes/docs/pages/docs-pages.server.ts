import { lexer, type Tokens } from 'marked';
import type { ApiDocument } from '~/platform/api-description/openapi-document';
import type { CodeLanguage } from '../examples/code-language';
import { fieldErrorCodes } from '../field-error-codes';
import { guidePath, guides } from '../guide-list';
import { readGuideMarkdown } from '../guides.server';
import { getHeadingAnchor } from '../heading-anchor';
import {
  listObjects,
  listResources,
  objectsPage,
  readReferenceIntroduction,
  referencePage,
  summarizeResource,
} from '../reference/operation-views.server';
import { getMarkdownPath, type DocsPageSummary } from './docs-meta';
import { errorsPage, listProblems, readErrorsIntroduction } from './errors-page.server';
import { toMarkdownTable } from './markdown-table';
import { writeFields, writeOperation, writeSession } from './reference-markdown.server';

/** A part of a page below a heading. The first one has neither a title nor an anchor. */
export type DocsPageSection = { title: string; anchor: string; markdown: string };

/** A page of the docs in Markdown, for people without an account, programs, and the search. */
export type DocsPage = DocsPageSummary & { sections: DocsPageSection[] };

const pages = new WeakMap<ApiDocument, Partial<Record<CodeLanguage, DocsPage[]>>>();

/** All pages of the docs, generated on first use. */
export function listDocsPages(document: ApiDocument, language: CodeLanguage = 'curl'): DocsPage[] {
  const known = pages.get(document) ?? {};
  pages.set(document, known);
  return (known[language] ??= [...listGuidePages(), ...listReferencePages(document, language)]);
}

/** As Markdown, with links to the Markdown of the other pages. */
export function writeDocsPage({ title, sections }: DocsPage): string {
  const parts = sections.map((section) =>
    section.title ? `## ${section.title}\n\n${section.markdown}` : section.markdown,
  );
  return `${[`# ${title}`, ...parts].filter(Boolean).join('\n\n')}\n`.replace(
    /(?<=\]\()\/docs[\w/-]*(?=[#)])/g,
    getMarkdownPath,
  );
}

const listGuidePages = (): DocsPage[] =>
  guides.map(({ slug, title, description }) => ({
    path: guidePath(slug),
    title,
    description,
    sections: splitAtHeadings(readGuideMarkdown(slug)),
  }));

function listReferencePages(document: ApiDocument, language: CodeLanguage): DocsPage[] {
  const resources = listResources(document);
  return [
    {
      ...referencePage,
      sections: [...splitAtHeadings(readReferenceIntroduction(document)), listLinks(resources)],
    },
    ...resources.map((resource) => ({
      ...summarizeResource(resource),
      sections: [
        introduce(`${resource.description}\n\n${writeSession(language, resource.operations)}`),
        ...resource.operations.map((operation) => ({
          title: operation.summary,
          anchor: operation.id,
          markdown: writeOperation(language, operation),
        })),
      ],
    })),
    {
      ...objectsPage,
      sections: listObjects(document).map(({ name, description, fields }) => ({
        title: name,
        anchor: name,
        markdown: `${description}\n\n${writeFields(fields)}`,
      })),
    },
    {
      ...errorsPage,
      sections: [
        introduce(readErrorsIntroduction(document).trim()),
        ...listProblems(document).map(({ code, status, title, cause, fix }) => ({
          title: code,
          anchor: code,
          markdown: `${status} ${title}. ${cause} ${fix}`,
        })),
        {
          title: 'Field error codes',
          anchor: 'field-codes',
          markdown: toMarkdownTable(
            ['Code', 'Meaning'],
            fieldErrorCodes.map(([code, meaning]) => [`\`${code}\``, meaning]),
          ),
        },
      ],
    },
  ];
}

const introduce = (markdown: string): DocsPageSection => ({ title: '', anchor: '', markdown });

function listLinks(resources: ReturnType<typeof listResources>): DocsPageSection {
  const links = [...resources.map(summarizeResource), objectsPage].map(
    ({ path, title, description }) => `- [${title}](${path}.md): ${description}`,
  );
  return { title: 'Endpoints', anchor: '', markdown: links.join('\n') };
}

function splitAtHeadings(markdown: string): DocsPageSection[] {
  const sections = [introduce('')];
  for (const token of lexer(markdown)) {
    const { text } = token as Tokens.Heading;
    if (token.type === 'heading')
      sections.push({ title: text, anchor: getHeadingAnchor(text), markdown: '' });
    else sections.at(-1)!.markdown += token.raw;
  }
  return sections.map((section) => ({ ...section, markdown: section.markdown.trim() }));
}
