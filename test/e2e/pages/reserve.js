// Before the first paint: whether this page keeps room for the element.
if (location.search === '?reserved') document.documentElement.className = 'reserved';
