import { CALENDAR_END, CALENDAR_HEAD, calendarEntry } from '#domain/archive/calendar.ts';
import type { ArchiveRow, ArchiveTable } from '#domain/archive/columns.ts';
import { CSV_MARK, csvLine } from '#domain/archive/csv.ts';
import { clientPage, indexPage, NOTES_HEAD, noteText, PAGE_END } from '#domain/archive/pages.ts';
import { csvCells, type CsvTable, CSV_TABLES } from '#domain/archive/csv-tables.ts';
import type { Reading } from '#domain/archive/words.ts';
import type { SpooledPractice } from '#server/data/archive/spool-practice.ts';

/** A file of an archive, written after those before it. */
export interface Member {
  name: string;
  pieces: () => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** Reads the lines of a spooled practice again. */
export interface Lines {
  practice: SpooledPractice;
  read: <Table extends ArchiveTable>(table: Table) => AsyncGenerator<ArchiveRow<Table>>;
  reading: Reading;
}

/** Returns the files of an archive that people read, in order. */
export function readableFiles(lines: Lines): Member[] {
  const { sections } = lines.practice;
  const tables = (Object.keys(CSV_TABLES) as CsvTable[]).filter((list) => sections[list]);
  const hasNotes = sections.blog_posts !== undefined;
  return [
    ...tables.map((list): Member => ({
      name: `csv/${CSV_TABLES[list].file}.csv`,
      pieces: () => csvTable(list, lines),
    })),
    ...clientPages(lines, hasNotes),
    ...(hasNotes ? [{ name: 'html/notes.html', pieces: () => notes(lines) }] : []),
    { name: 'calendar.ics', pieces: () => calendar(lines) },
  ];
}

async function* csvTable(list: CsvTable, { read, reading }: Lines): AsyncGenerator<string> {
  yield CSV_MARK + csvLine(CSV_TABLES[list].head);
  for await (const row of read(list)) yield csvLine(csvCells(list, row, reading));
}

async function* notes({ read }: Lines): AsyncGenerator<string> {
  yield NOTES_HEAD;
  for await (const note of read('blog_posts')) yield noteText(note);
  yield PAGE_END;
}

async function* calendar({ read, reading }: Lines): AsyncGenerator<string> {
  yield CALENDAR_HEAD;
  for await (const session of read('sessions')) yield calendarEntry(session, reading);
  yield CALENDAR_END;
}

/** Returns a page for each client, and after them the index, which counts their sessions. */
function clientPages({ read, reading }: Lines, hasNotes: boolean): Member[] {
  const clients = read('clients');
  const of = {
    sessions: ofClients(read('sessions')),
    requests: ofClients(read('booking')),
    consents: ofClients(read('consents')),
  };
  const counted: { id: string; name: string; sessions: number }[] = [];
  const pages = [...reading.names.keys()].map((id): Member => ({
    name: `html/clients/${id}.html`,
    async *pieces() {
      const { value: client } = await clients.next();
      if (!client) return;
      const row = { id, name: client.name, sessions: 0 };
      const sessions = async function* () {
        for await (const session of of.sessions(id)) {
          row.sessions += 1;
          yield session;
        }
      };
      yield* clientPage(
        { client, sessions: sessions(), requests: of.requests(id), consents: of.consents(id) },
        reading,
      );
      counted.push(row);
    },
  }));
  const index = async function* (): AsyncGenerator<string> {
    let name = '';
    for await (const profile of read('profiles')) name = profile.name;
    yield indexPage(name, counted, hasNotes);
  };
  return [...pages, { name: 'html/index.html', pieces: index }];
}

/** Returns a function that yields the rows of one client out of rows sorted by client; call it in the same order. */
function ofClients<Row extends Pick<ArchiveRow<'sessions'>, 'client'>>(
  rows: AsyncGenerator<Row>,
): (client: string) => AsyncGenerator<Row> {
  let next: Promise<IteratorResult<Row>> | null = null;
  return async function* (client) {
    while (true) {
      const { value: row } = await (next ??= rows.next());
      if (!row || row.client > client) return;
      next = null;
      if (row.client === client) yield row;
    }
  };
}
