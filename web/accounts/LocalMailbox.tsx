import { useQuery } from '@tanstack/react-query';

/** Says whether there are letters at all; they themselves are behind a key that no page is given. */
const MAILBOX = '/_mail';
/** Only at the machine itself can there be a page with its letters; elsewhere nobody is even asked. */
const AT_THE_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Where the letter is, for whoever tries Kabinet out on their own computer without a mail server. */
export function LocalMailbox() {
  const { data: exists = false } = useQuery({
    queryKey: ['mailbox'],
    queryFn: async () => (await fetch(MAILBOX, { method: 'HEAD' })).ok,
    enabled: AT_THE_MACHINE.test(window.location.hostname),
    staleTime: Infinity,
    retry: false,
  });
  if (!exists) return null;
  return (
    <>
      {' '}
      Почтовый сервер не&nbsp;задан, письмо осталось на&nbsp;этом компьютере: адрес страницы с&nbsp;письмами программа
      напечатала при запуске.
    </>
  );
}
