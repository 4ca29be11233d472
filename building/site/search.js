// Looks for words in all pages. What it looks through is fetched when somebody begins to type; without scripts there is no field.
{
  const MOST = 8
  const AROUND = 60 // letters around what was found
  const here = document.currentScript.src
  const form = document.querySelector('[role=search]')
  const [field, list, said] = ['input', 'ul', '[role=status]'].map((each) => form.querySelector(each))
  const language = document.documentElement.lang
  /** Without accents and capitals, letter by letter, so that places stay. */
  const plain = (text) => text.replace(/[^\0-\x7f]/g, (letter) => letter.normalize('NFD')[0]).toLowerCase()
  let fetched

  async function learn() {
    const pages = await (await fetch(new URL('search.json', here))).json()
    return pages
      .filter(([, of]) => of === '' || of === language)
      .flatMap(([address, of, title, sections]) =>
        sections.map(([anchor, heading, text]) => ({
          href: new URL(address + (anchor && `#${anchor}`), here).href,
          title, heading, text,
          plain: [plain(title), plain(heading), plain(text)],
          first: (of === language) + /^(manual|rules)\//.test(address),
          last: /^decisions\//.test(address), // why it was built so, for those who build on it
        })))
  }

  /** A whole word is worth more than the beginning of a longer one, and that more than a piece of it. */
  const holds = (part, word) =>
    !part.includes(word) ? 0 : part.split(/[^\p{L}\p{N}]+/u).includes(word) ? 3 : part.startsWith(word) || part.includes(` ${word}`) ? 2 : 1

  /** How well it fits; 0: not at all. */
  function worth({ plain: [title, heading, text], first }, wanted) {
    let sum = 0
    for (const word of wanted) {
      const found = [title, heading, text].map((part) => holds(part, word))
      if (found.every((each) => each === 0)) return 0
      sum += 3 * found[0] + 4 * found[1] + found[2]
    }
    return sum + 2 * first
  }

  function shown({ href, title, heading, text, plain: [, , letters] }, wanted) {
    const link = document.createElement('a')
    link.href = href
    const name = document.createElement('b')
    name.textContent = heading && heading !== title ? `${title} › ${heading}` : title
    const at = Math.max(0, Math.min(...wanted.map((word) => letters.indexOf(word)).filter((place) => place >= 0), letters.length))
    const from = at < letters.length ? Math.max(0, text.lastIndexOf(' ', Math.max(0, at - AROUND)) + 1) : 0
    const words = document.createElement('span')
    const piece = `${text} `.slice(from, from + 3 * AROUND).replace(/\s\S*$/, '')
    const pattern = wanted.map((word) => word.replace(/[^\w\s]/g, '\\$&')).join('|')
    let done = 0
    words.append(from > 0 ? '… ' : '')
    for (const { index, 0: { length } } of plain(piece).matchAll(new RegExp(pattern, 'g'))) {
      const mark = document.createElement('mark')
      mark.textContent = piece.slice(index, index + length)
      words.append(piece.slice(done, index), mark)
      done = index + length
    }
    words.append(piece.slice(done), from + piece.length < text.length ? ' …' : '')
    link.append(name, words)
    const item = document.createElement('li')
    item.append(link)
    return item
  }

  async function look() {
    const asked = field.value
    const wanted = plain(asked).split(/\s+/).filter((word) => word !== '')
    const sections = await (fetched ??= learn().catch(() => ((fetched = undefined), [])))
    if (field.value !== asked) return
    const found = wanted.join('').length < 2 ? [] : sections
      .map((section) => [worth(section, wanted), section])
      .filter(([sum]) => sum > 0)
      .sort(([one, { last }], [other, { last: lasts }]) => last - lasts || other - one)
    list.replaceChildren(...found.slice(0, MOST).map(([, section]) => shown(section, wanted)))
    list.hidden = found.length === 0
    said.textContent = wanted.join('').length < 2 ? '' : found.length === 0 ? form.dataset.none : form.dataset.found.replace('{n}', found.length)
  }

  form.hidden = false
  field.addEventListener('input', look)
  field.addEventListener('focus', look)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  form.addEventListener('keydown', (event) => {
    const links = [field, ...list.querySelectorAll('a')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) links[links.indexOf(document.activeElement) + step]?.focus()
    else if (event.key === 'Escape') {
      field.value = ''
      field.focus()
      look()
    } else return
    event.preventDefault()
  })
  const close = () => {
    list.hidden = true
    said.textContent = ''
  }
  form.addEventListener('focusout', ({ relatedTarget }) => form.contains(relatedTarget) || close())
  list.addEventListener('pointerdown', (event) => event.preventDefault()) // the click comes before the list closes
  list.addEventListener('click', close)
}
