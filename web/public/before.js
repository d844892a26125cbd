// Hides a page that was made for visitors from those for whom the app makes another: in their language, or signed in.
(() => {
  const page = document.documentElement;
  try {
    const asked = new URLSearchParams(location.search).get('lang');
    const chosen = localStorage.getItem('app_language');
    const isOther = asked === null && chosen !== null && chosen !== page.lang;
    if (isOther || localStorage.getItem('bilfund_signed_in') !== null) page.classList.add('outdated');
  } catch {
    // Without storage nobody has chosen a language or signed in.
  }
})();
