/** The query of a list request. */
export interface AskedList {
  collection: 'sessions' | 'clients';
  query: Record<string, string>;
}

const many = (count: number, comparison: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => comparison(at)).join(' || ');

/** The letter that fills the longest text of such a practice. */
export const LETTER = 'а';

/** The most expensive known lists, for a practice whose tables are full. */
export const HEAVY_LISTS: readonly AskedList[] = [
  sessions({}),
  sessions({ page: '3000' }),
  sessions({ sort: '-date', page: '3000' }),
  sessions({ sort: 'date', page: '90', perPage: '1000' }),
  sessions({ perPage: '1000', expand: 'client.user,user' }),
  sessions({ sort: 'client.name,-news', page: '100', perPage: '1000', expand: 'client' }),
  sessions({ sort: 'thoughts,news,description,duration,status,client,updated,created', perPage: '1000' }),
  sessions({ sort: 'description' }),
  sessions({ sort: '@random' }),
  sessions({ sort: '@random', page: '90', perPage: '1000' }),
  sessions({ filter: "description ~ 'щюъ'" }),
  sessions({ filter: "description ~ 'щюъ' || news ~ 'щюъ' || thoughts ~ 'щюъ'" }),
  sessions({ filter: "news !~ 'щюъ' && thoughts !~ 'щюъ'", page: '3000' }),
  sessions({ filter: many(50, (at) => `thoughts ~ 'щ${at}'`) }),
  sessions({ filter: many(50, (at) => `thoughts !~ 'щ${at}'`), sort: 'news', perPage: '1000' }),
  sessions({ filter: many(50, (at) => `news:lower = 'щ${at}'`) }),
  sessions({ filter: many(40, (at) => `thoughts ~ '${'нея'.repeat(10)}${at}'`) }),
  sessions({ filter: "thoughts ~ '%щ%ю%ъ%ы%ф%щ%ю%ъ%ы%'" }),
  sessions({ filter: "news ~ '%________________________щ%'" }),
  sessions({ filter: many(20, (at) => `news ~ '%а%щ${at}%е%'`) }),
  sessions({ filter: many(2, (at) => `thoughts ~ '%${LETTER.repeat(48)}${at}%!'`) }),
  sessions({ filter: many(50, () => `thoughts ~ '%${LETTER}%!'`) }),
  sessions({ filter: many(7, (at) => `thoughts ~ '%${LETTER.repeat(200)}${at}%!'`) }),
  sessions({ filter: "client.name ~ 'щюъ'" }),
  sessions({ filter: "client.name !~ 'щюъ' && client.phone != client.description", page: '3000' }),
  sessions({ filter: many(40, (at) => `client.name ~ 'щ${at}'`) }),
  sessions({ filter: many(40, (at) => `client.description !~ 'щ${at}'`), sort: '-client.name' }),
  sessions({ filter: "client.search_text ~ 'иванов'", sort: '-date' }),
  sessions({ filter: "duration > 59 && status = 'completed'", sort: 'thoughts', page: '90', perPage: '1000' }),
  sessions({ filter: "duration > 600 || status = 'x'" }),
  sessions({ filter: 'description ~ news || news ~ thoughts || thoughts ~ description' }),
  sessions({ filter: 'description > news && news:lower > thoughts:lower', sort: 'thoughts' }),
  clients({ filter: "search_text ~ 'щюъ'" }),
  clients({ filter: "search_text ~ 'иванова'", sort: '-created', perPage: '1000' }),
  clients({ filter: "name ~ 'щюъ' || phone ~ 'щюъ' || description ~ 'щюъ'" }),
  clients({ filter: many(50, (at) => `description ~ 'щi${at}'`) }),
  clients({ sort: 'description,-phone', page: '90', perPage: '1000' }),
];

function sessions(query: Record<string, string>): AskedList {
  return { collection: 'sessions', query };
}

function clients(query: Record<string, string>): AskedList {
  return { collection: 'clients', query };
}

export function addressOf({ collection, query }: AskedList): string {
  return `/api/collections/${collection}/records?${new URLSearchParams(query).toString()}`;
}
