import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { verifyStore } from '@kanmon/event-store';
import { createFileEventStore } from '@kanmon/event-store/file';
import { describeProviders } from '@kanmon/llm-adapters/env';
import type { CliContext } from '../cli-context.ts';
import type { CommandResult } from '../command-result.ts';
import { journalFolder } from '../open-deck.ts';
import type { Say } from '../say.ts';

/** One optional part: whether it is there, and what it is good for. */
interface Part {
  readonly name: string;
  readonly present: boolean;
  readonly purpose: string;
  /** Details of the part that was found, or the way to get it. */
  readonly detail: string;
}

const popplerFolders = [
  '/usr/share/poppler/cMap',
  '/usr/local/share/poppler/cMap',
  '/opt/homebrew/share/poppler/cMap',
];
const askVersionMs = 20_000;

/** `deck doctor`: what of the optional parts this machine has, and what each is for. Changes nothing. */
export async function doctor(context: CliContext): Promise<CommandResult> {
  const { say, environment } = context;
  const parts = [
    ...pdfParts(say),
    ...htmlParts(say),
    ...providerParts(environment, say),
    await journalPart(context),
  ];
  return {
    data: { node: process.version, parts },
    lines: [
      `node ${process.version}`,
      ...parts.map(
        ({ name, present, purpose, detail }) =>
          `${present ? '✓' : '–'} ${name}: ${purpose}${detail === '' ? '' : ` (${detail})`}`,
      ),
    ],
  };
}

function pdfParts(say: Say): readonly Part[] {
  const soffice = spawnSync('soffice', ['--version'], { encoding: 'utf8', timeout: askVersionMs });
  const cMaps = moduleFolder('pdfjs-dist/package.json', 'cmaps');
  const poppler = popplerFolders.find((folder) => existsSync(folder));
  return [
    part(
      'unpdf',
      moduleFolder('unpdf') !== null,
      say('PDF を読む（--pdf-engine pdfjs、標準）', 'reads PDF (--pdf-engine pdfjs, the default)'),
      'npm install unpdf',
    ),
    part(
      'pdfjs-dist',
      cMaps !== null && existsSync(cMaps),
      say('CMap を使う日本語 PDF の文字', 'the text of Japanese PDF with predefined CMaps'),
      'npm install pdfjs-dist',
    ),
    {
      ...part(
        'soffice',
        soffice.status === 0,
        say('PDF を読む（--pdf-engine soffice）', 'reads PDF (--pdf-engine soffice)'),
        say('LibreOffice を入れる', 'install LibreOffice'),
      ),
      ...(soffice.status === 0 ? { detail: soffice.stdout.trim() } : {}),
    },
    part(
      'poppler-data',
      poppler !== undefined,
      say('soffice で読む日本語 PDF の文字', 'the text of Japanese PDF read with soffice'),
      'apt install poppler-data',
    ),
  ];
}

function htmlParts(say: Say): readonly Part[] {
  return ['linkedom', '@mozilla/readability'].map((name) =>
    part(
      name,
      moduleFolder(name) !== null,
      say('Web ページの本文', 'the main text of web pages'),
      `npm install ${name}`,
    ),
  );
}

/** Returns each provider with its missing keys. No value of a key is shown. */
function providerParts(environment: CliContext['environment'], say: Say): readonly Part[] {
  return describeProviders().flatMap(({ provider, required }) => {
    if (provider === 'mock') return [];
    const missing = required.filter(({ name, alternatives = [] }) =>
      [name, ...alternatives].every((each) => (environment[each] ?? '') === ''),
    );
    return [
      {
        name: `KANMON_LLM_PROVIDER=${provider}`,
        present: missing.length === 0,
        purpose: say('草案と第二意見のモデル', 'a model that drafts and gives second opinions'),
        detail:
          missing.length === 0
            ? ''
            : say(
                `未設定: ${missing.map(({ name }) => name).join(', ')}`,
                `not set: ${missing.map(({ name }) => name).join(', ')}`,
              ),
      },
    ];
  });
}

async function journalPart({ directory, say }: CliContext): Promise<Part> {
  const path = join(directory, journalFolder);
  const purpose = say('このフォルダの履歴', 'the history of this folder');
  if (!existsSync(path))
    return { name: journalFolder, present: false, purpose, detail: say('まだない', 'none yet') };
  try {
    const store = await createFileEventStore(path, { readOnly: true });
    try {
      const { ok } = await verifyStore(store);
      return {
        name: journalFolder,
        present: ok,
        purpose,
        detail: ok
          ? say('ハッシュ鎖は正しい', 'hash chain verified')
          : say('ハッシュ鎖が合わない', 'hash chain broken'),
      };
    } finally {
      await store.close();
    }
  } catch (error) {
    return {
      name: journalFolder,
      present: false,
      purpose,
      detail: error instanceof Error ? error.message : String(error),
    };
  }
}

function part(name: string, present: boolean, purpose: string, advice: string): Part {
  return { name, present, purpose, detail: present ? '' : advice };
}

/** Folder of an installed package as content-cards would find it, or null. */
function moduleFolder(name: string, inside = ''): string | null {
  try {
    const require = createRequire(import.meta.resolve('@kanmon/content-cards'));
    return join(dirname(require.resolve(name)), inside);
  } catch {
    return null;
  }
}
