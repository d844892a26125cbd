/**
 * Runs in the page: asks for the next batch when somebody scrolls near the end. `wheel` counts as well as `scroll`,
 * because at the very end of a page the wheel no longer scrolls anything.
 */
export const scrollScript = `(() => {
  const feed = document.getElementById('feed');
  let cursor = feed.dataset.cursor;
  let isAsking = false;
  const thousands = (amount) => Number(amount).toLocaleString('da-DK') + ' kr.';
  const show = (edge) => {
    const listing = edge && edge.node && edge.node.listing;
    if (!listing) return;
    const card = document.createElement('a');
    card.className = 'card';
    card.href = '/marketplace/item/' + listing.id + '/?ref=search';
    const photo = new Image(300, 225);
    photo.loading = 'lazy';
    photo.alt = '';
    photo.src = listing.primary_listing_photo.image.uri;
    card.append(photo);
    const texts = [['price', thousands(listing.listing_price.amount)], ['title', listing.marketplace_listing_title], ['place', listing.location.reverse_geocode.city + ', Denmark']];
    for (const [name, text] of texts) {
      const part = document.createElement('span');
      part.className = name;
      part.textContent = text;
      card.append(part);
    }
    feed.append(card);
  };
  const ask = async () => {
    // A question over the page keeps it from going on, until it is answered.
    if (isAsking || !cursor || document.querySelector('[role=dialog]')) return;
    isAsking = true;
    const body = new URLSearchParams({ av: '0', __user: '0', fb_api_req_friendly_name: 'CometMarketplaceSearchContentPaginationQuery', variables: JSON.stringify({ count: 24, cursor, scale: 2 }), doc_id: '28000000000000001' });
    const answer = await fetch('/api/graphql/', { method: 'POST', body });
    if (!answer.ok) { cursor = ''; return; }
    for (const line of (await answer.text()).replace(/^for \\(;;\\);/, '').split('\\n')) {
      const document_ = JSON.parse(line);
      const units = document_.data && document_.data.marketplace_search && document_.data.marketplace_search.feed_units;
      if (units) {
        units.edges.forEach(show);
        cursor = units.page_info.has_next_page ? units.page_info.end_cursor : '';
      } else show(document_.data);
    }
    isAsking = false;
  };
  const look = () => { if (innerHeight + scrollY > document.documentElement.scrollHeight - 700) ask(); };
  addEventListener('scroll', look, { passive: true });
  addEventListener('wheel', look, { passive: true });
})();`;
