// Stands in the page itself, see vite.config.ts: runs before the program is here.
{
  let token;
  let user;
  try {
    ({ token, record: user } = JSON.parse(localStorage.getItem('pocketbase_auth')));
  } catch {}
  if (token) {
    const collections = API_URL + '/api/collections';
    const answer = fetch(collections + '/users/auth-refresh', {
      method: 'POST',
      headers: { Authorization: token },
    });
    const profile = fetch(collections + '/profiles/records?perPage=1&skipTotal=1', {
      headers: { Authorization: token },
    });
    // Reported where it is taken up.
    for (const request of [answer, profile]) request.catch(() => {});
    window.headStart = { token, answer };
    window.profileHeadStart = { user: user?.id, response: profile };
    for (const href of SCREENS[location.pathname.replace(/\/$/, '')] ?? []) {
      const link = document.createElement('link');
      if (href.endsWith('.js')) link.rel = 'modulepreload';
      else Object.assign(link, { rel: 'preload', as: 'style' });
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  }
}
