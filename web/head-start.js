// Stands in the page itself, see vite.config.ts: runs before the program is here.
{
  let token;
  try {
    token = JSON.parse(localStorage.getItem('pocketbase_auth')).token;
  } catch {}
  if (token) {
    const answer = fetch(API_URL + '/api/collections/users/auth-refresh', {
      method: 'POST',
      headers: { Authorization: token },
    });
    // Whoever takes it up hears of a failure.
    answer.catch(() => {});
    window.headStart = { token, answer };
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
