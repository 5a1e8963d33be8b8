"""Writes down what Orca says instead of saying it, and where it is."""
import os
import time

from gi.repository import GLib
from orca import event_manager, orca_state, speech
from orca.scripts import default
from orca.scripts.web import script as web
import pyatspi

heard = open(os.environ['HEARD'], 'a', buffering=1)


def keep(text, *_):
    heard.write(text.replace('\n', ' ') + '\n')


speech._speak = keep
speech.speakCharacter = keep
speech.init = lambda: None
# Without a voice nothing reports that the page has been read to its end: Orca would take itself to be reading for ever, and leave
# out the names of dialogs and groups.
default.Script.inSayAll = lambda *_, **__: False
web.Script.inSayAll = lambda *_, **__: False


def place():
    """Returns where Orca stands, on what has the focus or beside it, and the page's address; or what it waits for."""
    script, focus = orca_state.activeScript, orca_state.locusOfFocus
    if not event_manager.getManager()._eventQueue.empty():
        return 'waits for events'
    if getattr(script, '_loadingDocumentContent', False):
        return 'waits for a page'
    try:
        on = 'on' if focus.getState().contains(pyatspi.STATE_FOCUSED) else 'beside'
        document = script.utilities.getTopLevelDocumentForObject(focus)
        return '%s %s' % (on, script.utilities.documentFrameURI(document))
    except Exception as error:
        return 'waits: %r' % error


def note():
    with open(os.environ['PLACE'] + '.new', 'w') as file:
        file.write('%d %s' % (time.monotonic_ns(), place()))
    os.replace(file.name, os.environ['PLACE'])
    return True


GLib.timeout_add(100, note)
