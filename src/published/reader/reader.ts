// The script of every published page. Pages are complete without it.
document.documentElement.dataset.reader = 'on';
