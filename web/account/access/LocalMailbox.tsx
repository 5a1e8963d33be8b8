import { useQuery } from '@tanstack/react-query';

/** Tells only whether letters exist; reading them needs a key that no page receives. */
const MAILBOX = '/_mail';
/** Only a page opened on the server's own machine can read the letters; other pages send no request. */
const AT_THE_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Shows where the letter is to a person who tries Kabinet on their own computer without a mail server. */
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
