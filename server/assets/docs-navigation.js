// The navigation of the API page: which calls a search finds, and which call is being read.
const search = document.getElementById('search');
const nav = document.querySelector('nav');
const allCalls = nav.querySelector('.all');
const found = nav.querySelector('.found');
const entries = [...nav.querySelectorAll('li')].map((item) => {
  const link = item.querySelector('a');
  return { item, link, article: document.getElementById(link.hash.slice(1)), group: item.closest('.group') };
});
const groups = [...new Set(entries.map(({ group }) => group))];
let openGroups;

// With room beside the calls their index is open; on a phone it would push them away.
const wide = matchMedia('(width >= 60rem)');
const fitIndex = () => (allCalls.open = wide.matches);
wide.addEventListener('change', fitIndex);
fitIndex();

search.addEventListener('input', filter);
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && search.value !== '') {
    event.preventDefault();
    search.value = '';
    filter();
  } else if (event.key === 'Enter') {
    entries.find(({ item }) => !item.hidden)?.link.click();
  }
});

document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  search.focus();
  search.select();
});

/** Hides the calls that lack a word of the search. Groups are open while it lasts. */
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  openGroups ??= groups.filter((group) => group.open);
  for (const { item, article } of entries) {
    item.hidden = !words.every((word) => item.dataset.words.includes(word));
    article.hidden = item.hidden;
  }
  for (const group of groups) {
    group.hidden = group.querySelector('li:not([hidden])') === null;
    group.open = words.length > 0 || openGroups.includes(group);
  }
  for (const section of document.querySelectorAll('main > section')) {
    section.hidden = section.querySelector('article:not([hidden])') === null;
  }
  if (words.length === 0) openGroups = undefined;
  found.textContent = words.length === 0 ? '' : countOf(entries.filter(({ item }) => !item.hidden).length);
  scrollTo({ top: 0, behavior: 'instant' });
}

function countOf(count) {
  if (count === 0) return 'No call matches.';
  return count === 1 ? '1 call' : `${count} calls`;
}

/** Marks the call that is being read, and opens its group. */
function mark({ link, group }) {
  nav.querySelector('[aria-current]')?.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'true');
  group.open = true;
  if (!wide.matches) return;
  const { top, bottom } = link.getBoundingClientRect();
  const frame = nav.getBoundingClientRect();
  if (top < frame.top) nav.scrollTop -= frame.top - top + 48;
  else if (bottom > frame.bottom) nav.scrollTop += bottom - frame.bottom + 48;
}

// A call is being read when it crosses a line in the upper part of the window.
const reading = new IntersectionObserver(
  (changes) => {
    for (const { isIntersecting, target } of changes) {
      if (isIntersecting) mark(entries.find(({ article }) => article === target));
    }
  },
  { rootMargin: '-25% 0% -74% 0%' },
);
for (const { article } of entries) reading.observe(article);
