// Tries the calls of the documentation. The key stays in its field: it is stored nowhere and goes to this server only.
// With room beside the calls their index is open; on a phone it would push them away.
document.querySelector('nav details').open = matchMedia('(width >= 60rem)').matches;

const keyField = document.getElementById('api-key');
document.getElementById('key').addEventListener('submit', (event) => event.preventDefault());

for (const form of document.querySelectorAll('form.try')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}

for (const button of document.querySelectorAll('.copy')) {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.closest('article').querySelector('pre').textContent);
      button.textContent = 'Copied';
    } catch {
      // Without https, only localhost may write to the clipboard.
      button.textContent = 'Not allowed here';
    }
    setTimeout(() => (button.textContent = 'Copy'), 1_200);
  });
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
