// Tries the calls of the API page and copies its samples. The key stays in its field: it is stored nowhere and goes to
// this server only.
const keyField = document.getElementById('api-key');
const reveal = document.getElementById('reveal');

document.getElementById('key').addEventListener('submit', (event) => event.preventDefault());

reveal.addEventListener('click', () => {
  const isShown = keyField.type === 'password';
  keyField.type = isShown ? 'text' : 'password';
  reveal.setAttribute('aria-pressed', String(isShown));
});

for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    const code = button.closest('.panel').querySelector('pre:not([hidden])').textContent;
    try {
      await navigator.clipboard.writeText(code);
      button.textContent = 'Copied';
    } catch {
      // Without https, only localhost may write to the clipboard.
      button.textContent = 'Not allowed here';
    }
    document.querySelector('#copied').textContent = button.textContent;
    setTimeout(() => (button.textContent = 'Copy'), 1_200);
  });
}

for (const tab of document.querySelectorAll('[role="tab"]')) {
  tab.addEventListener('click', () => chooseLanguage(tab));
  tab.addEventListener('keydown', (event) => {
    const tabs = [...tab.parentElement.children];
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -tabs.indexOf(tab), End: -1 - tabs.indexOf(tab) };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs.at((tabs.indexOf(tab) + step) % tabs.length);
    next.focus();
    chooseLanguage(next);
  });
}

/** Shows every sample in the language of a tab, and keeps the tab where it is: samples differ in length. */
function chooseLanguage(chosen) {
  const { top } = chosen.getBoundingClientRect();
  for (const tab of document.querySelectorAll('[role="tab"]')) {
    const isChosen = tab.dataset.language === chosen.dataset.language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
  }
  scrollBy({ top: chosen.getBoundingClientRect().top - top, behavior: 'instant' });
}

async function send(form) {
  const output = form.querySelector('output');
  const button = form.querySelector('button');
  if (keyField.value === '') {
    output.textContent = 'Give an API key at the top of the page first.';
    keyField.focus();
    return;
  }
  button.disabled = true;
  output.textContent = 'Sending…';
  try {
    const response = await fetch(addressOf(form), requestOf(form));
    output.textContent = `${response.status} ${response.statusText}\n\n${pretty(await response.text())}`;
  } catch {
    output.textContent = 'The companion cannot be reached.';
  } finally {
    button.disabled = false;
  }
}

function addressOf(form) {
  const query = new URLSearchParams();
  let path = form.dataset.path;
  for (const input of form.querySelectorAll('input[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, () => encodeURIComponent(input.value));
    else if (input.value !== '') query.set(input.name, input.value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function requestOf(form) {
  const body = form.querySelector('textarea[data-in="body"]')?.value;
  const headers = { authorization: `Bearer ${keyField.value}` };
  if (form.dataset.key === 'yes') headers['idempotency-key'] = crypto.randomUUID();
  if (body !== undefined) headers['content-type'] = 'application/json';
  return { method: form.dataset.method, headers, body, credentials: 'omit' };
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
