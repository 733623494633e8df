"""The Forgotten War: three battles of platoons, Naktong, Chosin and Chipyong-ni.

So far its data only: boards, units, charts and the list of rules. It is no title yet.
"""
